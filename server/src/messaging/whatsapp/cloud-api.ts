/**
 * Calls Meta's Graph API over HTTP. The result of a call is an answer, an error with a code, or no
 * answer.
 */
import { z } from 'zod';
import { requestProvider } from '../../foundation/request-provider.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { ProviderError } from '../../foundation/provider-error.ts';

const PROVIDER = 'whatsapp';

const refusedAnswer = z.object({
  error: z.object({
    code: z.int(),
    message: z.string().catch(''),
    error_data: z.object({ details: z.string() }).optional().catch(undefined),
  }),
});

const TIMEOUT_MS = 20_000;

interface GraphRequest<R extends z.ZodType> {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly result: R;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request. Every error that Meta returns has the kind `rejected`. The error's code contains
 * the reason.
 */
export async function callWhatsapp<R extends z.ZodType>(
  { config }: Pick<AppContext, 'config'>,
  token: string,
  path: string,
  { method = 'GET', body, result, signal }: GraphRequest<R>,
): Promise<z.output<R>> {
  const { status, json } = await requestProvider(`${config.whatsappUrl}/${path}`, {
    provider: PROVIDER,
    method,
    body,
    headers: { authorization: `Bearer ${token}` },
    timeoutMs: TIMEOUT_MS,
    ...(signal ? { signal } : {}),
  });
  const refused = refusedAnswer.safeParse(json);
  if (refused.success) {
    const { code, message, error_data: data } = refused.data.error;
    throw new ProviderError(PROVIDER, 'rejected', {
      status,
      code: String(code),
      message: data?.details ?? message,
    });
  }
  const read = result.safeParse(json);
  if (status >= 500 || !read.success) throw new ProviderError(PROVIDER, 'unavailable', { status });
  return read.data;
}
