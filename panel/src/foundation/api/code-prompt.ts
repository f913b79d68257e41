/**
 * Prompts for a new two-factor code if a call needs one and its screen has no field for it. If the
 * account has a second factor, the server rejects the call without a code. The panel then prompts
 * for a code and sends the call again.
 */
import type { Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import { ApiError } from './api.ts';

/** Sends the call again with this code. The promise rejects with the server's error. */
export type SendWithCode = (code: string | undefined) => Promise<unknown>;

/**
 * Opens the prompt. Resolves with the answer of the successful call, or with undefined if the user
 * closed the prompt.
 */
type CodePrompt = (send: SendWithCode) => Promise<{ readonly answer: unknown } | undefined>;

let codePrompt: CodePrompt | undefined;

/** Registers the prompt of the signed-in panel. Returns a function that removes it. */
export function registerCodePrompt(ask: CodePrompt): () => void {
  codePrompt = ask;
  return () => {
    if (codePrompt === ask) codePrompt = undefined;
  };
}

export const isCodeError = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'code_2fa_missing' || error.code === 'code_2fa_wrong');

export async function sendWithCodePrompt<E extends Endpoint, Answer>(
  declaration: E,
  sent: RequestOf<E>,
  send: (sent: RequestOf<E>) => Promise<Answer>,
): Promise<Answer> {
  const ask = codePrompt;
  if (!declaration.freshCode || !ask || codeOf(sent as AnySent) !== undefined) return send(sent);
  try {
    return await send(sent);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'code_2fa_missing')) throw error;
    const passed = await ask((code) => send(withCode(declaration, sent, code)));
    if (!passed) throw error;
    return passed.answer as Answer;
  }
}

interface AnySent {
  readonly body?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
}

const codeOf = ({ body, query }: AnySent): unknown => (body ?? query)?.code2fa;

function withCode<E extends Endpoint>(
  { body }: E,
  sent: RequestOf<E>,
  code: string | undefined,
): RequestOf<E> {
  const part = body ? 'body' : 'query';
  const before = (sent as AnySent)[part];
  return { ...(sent as AnySent), [part]: { ...before, code2fa: code } } as RequestOf<E>;
}
