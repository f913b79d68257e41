/**
 * The Bot API of Telegram over HTTP. The URL path contains the token, so neither a URL nor an error
 * of `fetch` is ever logged.
 */
import { z } from 'zod';
import { requestProvider } from '../../foundation/request-provider.ts';
import { ProviderError, type ProviderFailure } from '../../foundation/provider-error.ts';

export interface BotAccess {
  /** URL without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
}

const PROVIDER = 'telegram';

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

/**
 * Kinds of failures by HTTP status. Telegram also answers 404 for an unknown token. A request with
 * an error response changed nothing.
 */
const failures: Readonly<Record<number, ProviderFailure>> = {
  401: 'unauthorized',
  404: 'unauthorized',
  409: 'conflict',
};

function rejectionOf(answer: z.output<typeof refusedAnswer>): ProviderError {
  const { error_code: status, description, parameters } = answer;
  const seconds = parameters?.retry_after;
  return new ProviderError(PROVIDER, failures[status] ?? 'rejected', {
    status,
    message: description,
    answer: parameters,
    ...(seconds === undefined ? {} : { retryAfterMs: seconds * 1_000 }),
  });
}

/** Returns the id of the chat that replaced the chat of the rejected request. */
export function findReplacingChat(error: ProviderError): number | undefined {
  const { migrate_to_chat_id: id } = (error.answer ?? {}) as { migrate_to_chat_id?: number };
  return id;
}

const takenAnswer = z.object({ ok: z.literal(true), result: z.unknown() });

const TIMEOUT_MS = 20_000;

interface BotCall<R extends z.ZodType> {
  readonly body?: Readonly<Record<string, unknown>>;
  readonly result: R;
  readonly signal?: AbortSignal | undefined;
  /** Additional seconds that Telegram may take to answer. */
  readonly waitSeconds?: number;
}

export async function callTelegram<R extends z.ZodType>(
  { baseUrl, token }: BotAccess,
  method: string,
  { body = {}, result, signal, waitSeconds = 0 }: BotCall<R>,
): Promise<z.output<R>> {
  const { json } = await requestProvider(`${baseUrl}/bot${token}/${method}`, {
    provider: PROVIDER,
    method: 'POST',
    body,
    timeoutMs: TIMEOUT_MS + waitSeconds * 1_000,
    ...(signal ? { signal } : {}),
  });
  const refused = refusedAnswer.safeParse(json);
  if (refused.success) throw rejectionOf(refused.data);
  const read = result.safeParse(takenAnswer.safeParse(json).data?.result);
  if (!read.success) throw new ProviderError(PROVIDER, 'unavailable');
  return read.data;
}
