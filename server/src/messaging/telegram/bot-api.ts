/**
 * The Bot API of Telegram over HTTP. The token is in the path, so neither an address nor an error
 * of `fetch` is ever logged.
 */
import { z } from 'zod';
import {
  askProvider,
  isUnsent,
  type ProviderRequest,
  type ProviderSilent,
} from '../../foundation/ask-provider.ts';

export interface BotAccess {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly token: string;
}

/** Telegram answered with an error. */
export class TelegramRejected extends Error {
  readonly status: number;
  readonly description: string;
  readonly retryAfterSeconds: number | undefined;
  readonly migrateToChatId: number | undefined;

  constructor(answer: RefusedAnswer) {
    super(`Telegram answered ${answer.error_code}`);
    this.name = 'TelegramRejected';
    this.status = answer.error_code;
    this.description = answer.description;
    this.retryAfterSeconds = answer.parameters?.retry_after;
    this.migrateToChatId = answer.parameters?.migrate_to_chat_id;
  }
}

/** Telegram did not answer, or the answer cannot be read. */
export class TelegramUnavailable extends Error {
  /** True if nothing reached Telegram. */
  readonly isUnsent: boolean;

  constructor(isUnsent: boolean) {
    super('Telegram did not answer');
    this.name = 'TelegramUnavailable';
    this.isUnsent = isUnsent;
  }
}

const refusedAnswer = z.object({
  ok: z.literal(false),
  error_code: z.int(),
  description: z.string().catch(''),
  parameters: z
    .object({
      retry_after: z.number().nonnegative().optional(),
      migrate_to_chat_id: z.int().optional(),
    })
    .optional()
    .catch(undefined),
});
type RefusedAnswer = z.output<typeof refusedAnswer>;

const takenAnswer = z.object({ ok: z.literal(true), result: z.unknown() });

const TIMEOUT_MS = 20_000;

interface Options {
  readonly signal?: AbortSignal | undefined;
  /** Additional seconds that the answer may take. */
  readonly waitSeconds?: number;
}

/** Throws TelegramRejected or TelegramUnavailable. */
export async function callTelegram<R extends z.ZodType>(
  { baseUrl, token }: BotAccess,
  method: string,
  body: Readonly<Record<string, unknown>>,
  result: R,
  { signal, waitSeconds = 0 }: Options = {},
): Promise<z.output<R>> {
  const answer = await ask(`${baseUrl}/bot${token}/${method}`, {
    method: 'POST',
    body,
    timeoutMs: TIMEOUT_MS + waitSeconds * 1_000,
    ...(signal ? { signal } : {}),
  });
  const refused = refusedAnswer.safeParse(answer);
  if (refused.success) throw new TelegramRejected(refused.data);
  const read = result.safeParse(takenAnswer.safeParse(answer).data?.result);
  if (!read.success) throw new TelegramUnavailable(false);
  return read.data;
}

async function ask(url: string, request: ProviderRequest): Promise<unknown> {
  try {
    return (await askProvider(url, request)).json;
  } catch (error) {
    throw new TelegramUnavailable(isUnsent(error as ProviderSilent));
  }
}
