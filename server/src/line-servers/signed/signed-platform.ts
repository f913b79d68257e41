/**
 * Adapter for lines on a service of the operator or of a partner, such as P2P. Every call is a POST
 * of JSON. The signature covers id, time and body, and follows Standard Webhooks. The service can
 * therefore verify it with an existing library. If a change is sent twice, it has the same id.
 * docs/decisions/line-servers.md describes the calls.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '../../foundation/app-context.ts';
import { fetchUntrusted, readText } from '../../foundation/fetch-untrusted.ts';
import {
  type DesiredLine,
  createKeyError,
  type LinePlatform,
  createLineError,
  createNameError,
  type RemoteLine,
  createUnavailableError,
} from '../port.ts';
import type { ServerAccess } from '../server-access.ts';
import { parseTime } from '../xui/row.ts';

type Context = Pick<AppContext, 'config' | 'clock'>;

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 8_000_000;

const remoteLine = z.object({
  line: z.int().positive(),
  username: z.string(),
  password: z.string(),
  expires_at: z.int().nullable(),
  is_trial: z.boolean(),
  is_on: z.boolean(),
  is_blocked: z.boolean(),
  screens: z.int(),
  product: z.string().nullable(),
});

const answers = {
  hello: z.object({
    ok: z.literal(true),
    lines: z.int(),
    products: z.array(z.object({ id: z.string().max(100), name: z.string().max(200) })).max(1000),
  }),
  line: z.object({ ok: z.literal(true), line: remoteLine.nullable() }),
  lines: z.object({ ok: z.literal(true), lines: z.array(remoteLine) }),
};

const refusal = z.object({
  ok: z.literal(false),
  error: z.string().max(100),
  message: z.string().max(500).optional(),
});

const PAGE = 500;

export function signedPlatform(
  ctx: Context,
  access: ServerAccess,
  signal?: AbortSignal,
): LinePlatform {
  const ask = createSignedClient(ctx, access, signal);
  const find = async (by: object) => {
    const { line } = await ask(answers.line, { action: 'get-line', ...by });
    return line ? lineOf(line) : undefined;
  };
  const put = async (line: DesiredLine) => {
    await ask(answers.line, { action: 'put-line', line: onWire(line) }, `line-${line.wish}`);
  };
  return {
    prove: async () => {
      const { lines, products } = await ask(answers.hello, { action: 'hello' });
      return {
        offers: {
          packages: products.map((product) => ({ ...product, bouquets: [] })),
          bouquets: [],
        },
        lines,
      };
    },
    read: (id) => find({ line: Number(id) }),
    findByName: (username) => find({ username }),
    create: put,
    update: (_there, line) => put(line),
    remove: async ({ id }) => {
      await ask(answers.line, { action: 'delete-line', line: Number(id) });
    },
    list: async function* () {
      for (let after = 0; ;) {
        const { lines } = await ask(answers.lines, { action: 'list-lines', after, limit: PAGE });
        const last = lines.at(-1)?.line ?? 0;
        if (lines.length > 0) yield lines.map(lineOf);
        if (lines.length < PAGE || last <= after) return;
        after = last;
      }
    },
  };
}

const onWire = (line: DesiredLine) => ({
  line: line.lineId,
  username: line.username,
  password: line.password,
  expires_at: Math.floor(line.expiresAt.getTime() / 1000),
  is_trial: line.isTrial,
  is_on: line.isOn,
  is_blocked: line.isBlocked,
  screens: line.maxConnections,
  // If the field is absent, the service keeps the line's current product.
  ...(line.product ? { product: line.product.remoteId } : {}),
});

const lineOf = (row: z.output<typeof remoteLine>): RemoteLine => ({
  id: String(row.line),
  username: row.username,
  password: row.password,
  expiresAt: parseTime(row.expires_at),
  isTrial: row.is_trial,
  isOn: row.is_on,
  isBlocked: row.is_blocked,
  maxConnections: row.screens,
  productId: row.product,
  bouquets: [],
  // The service uses our line ids.
  mark: 'ours',
  lineId: row.line,
  isWhole: true,
  row,
});

type AskSigned = <S extends z.ZodType>(
  answer: S,
  body: object,
  id?: string,
) => Promise<z.output<S>>;

const createSignedClient =
  ({ config, clock }: Context, { url, key }: ServerAccess, signal?: AbortSignal): AskSigned =>
  async (answer, body, id = randomUUID()) => {
    const sent = JSON.stringify(body);
    const seconds = Math.floor(clock.now().getTime() / 1000);
    let status: number;
    let text: string;
    try {
      const response = await fetchUntrusted(config.privateOrigins, url, {
        method: 'POST',
        body: sent,
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(sent)),
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': signCall(key, id, seconds, sent),
        },
        headerTimeoutMs: TIMEOUT_MS,
        idleTimeoutMs: TIMEOUT_MS,
        maxRedirects: 0,
        ...(signal ? { signal } : {}),
      });
      ({ status } = response);
      text = await readText(response, MAX_RESPONSE_BYTES);
    } catch (error) {
      throw createUnavailableError(error instanceof Error ? error.message : undefined, error);
    }
    if (status === 401 || status === 403) throw createKeyError();
    // The service failed or is overloaded. Its answer about the line may be wrong, and a rejection
    // would be final.
    if (status === 429 || status >= 500) throw createUnavailableError();
    return parseAnswer(answer, text);
  };

/** Returns `v1,` and the HMAC-SHA256 of id, time and body under the secret, in base64. */
const signCall = (key: string, id: string, seconds: number, body: string): string =>
  `v1,${createHmac('sha256', secretOf(key)).update(`${id}.${seconds}.${body}`).digest('base64')}`;

/**
 * Returns the secret of a key as bytes. A secret with the prefix `whsec_` contains base64, as in
 * Standard Webhooks. Any other text is used unchanged.
 */
const secretOf = (key: string): Buffer =>
  key.startsWith('whsec_') ? Buffer.from(key.slice('whsec_'.length), 'base64') : Buffer.from(key);

function parseAnswer<S extends z.ZodType>(answer: S, text: string): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw createUnavailableError(undefined, error);
  }
  const read = answer.safeParse(json);
  if (read.success) return read.data;
  const refused = refusal.safeParse(json);
  if (!refused.success) throw createUnavailableError();
  const { error, message } = refused.data;
  if (error === 'unauthorized') throw createKeyError();
  if (error === 'try-later') throw createUnavailableError(message);
  const reason = message ?? `O servidor recusou a linha (${error}).`;
  throw error === 'username-taken' ? createNameError(reason) : createLineError(reason);
}
