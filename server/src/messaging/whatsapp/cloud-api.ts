/** Meta's Graph API over HTTP: an answer, an error with its code, or no answer. */
import { z } from 'zod';
import { askProvider, isUnsent, type ProviderSilent } from '../../foundation/ask-provider.ts';
import type { AppContext } from '../../foundation/app-context.ts';

/** Meta answered with an error. */
export class WhatsappRejected extends Error {
  readonly status: number;
  readonly code: number;
  readonly details: string;

  constructor(status: number, { code, message, error_data: data }: RefusedAnswer['error']) {
    super(`Meta answered ${code}`);
    this.name = 'WhatsappRejected';
    this.status = status;
    this.code = code;
    this.details = data?.details ?? message;
  }
}

/** Meta did not answer, or the answer cannot be read. */
export class WhatsappUnavailable extends Error {
  /** True if nothing reached Meta. */
  readonly isUnsent: boolean;

  constructor(isNotSent: boolean) {
    super('Meta did not answer');
    this.name = 'WhatsappUnavailable';
    this.isUnsent = isNotSent;
  }
}

const refusedAnswer = z.object({
  error: z.object({
    code: z.int(),
    message: z.string().catch(''),
    error_data: z.object({ details: z.string() }).optional().catch(undefined),
  }),
});
type RefusedAnswer = z.output<typeof refusedAnswer>;

const TIMEOUT_MS = 20_000;

interface GraphRequest<R extends z.ZodType> {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly result: R;
  readonly signal?: AbortSignal | undefined;
}

/** Throws WhatsappRejected or WhatsappUnavailable. */
export async function callWhatsapp<R extends z.ZodType>(
  { config }: Pick<AppContext, 'config'>,
  token: string,
  path: string,
  { method = 'GET', body, result, signal }: GraphRequest<R>,
): Promise<z.output<R>> {
  const { status, json } = await askProvider(`${config.whatsappUrl}/${path}`, {
    method,
    body,
    headers: { authorization: `Bearer ${token}` },
    timeoutMs: TIMEOUT_MS,
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw new WhatsappUnavailable(isUnsent(error as ProviderSilent));
  });
  const refused = refusedAnswer.safeParse(json);
  if (refused.success) throw new WhatsappRejected(status, refused.data.error);
  const read = result.safeParse(json);
  if (status >= 500 || !read.success) throw new WhatsappUnavailable(false);
  return read.data;
}
