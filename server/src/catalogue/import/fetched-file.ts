/** Downloads a list or a guide from a URL that an admin entered, as a stream of bytes. */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { SourceHeaders } from '@ramal/contract/catalogue/source-headers';
import { findFetchFailureReason, fetchUntrusted } from '../../foundation/fetch-untrusted.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { ExplainedFailure } from '../../foundation/explained-failure.ts';

/** Maximum duration of a download. */
const MAX_FETCH_MS = 15 * MINUTE_MS;
const HEADER_TIMEOUT_MS = 30_000;

/** Downloads the file and yields its bytes. Throws an ExplainedFailure with a readable reason. */
export async function* fetchedFile(
  ctx: AppContext,
  address: string,
  headers: SourceHeaders = {},
  longestMs = MAX_FETCH_MS,
): AsyncGenerator<Uint8Array> {
  const ending = AbortSignal.timeout(longestMs);
  try {
    const { status, body } = await fetchUntrusted(ctx.config.privateOrigins, address, {
      headers,
      signal: ending,
      headerTimeoutMs: HEADER_TIMEOUT_MS,
    });
    try {
      if (status !== 200) throw new ExplainedFailure(`O endereço respondeu com o erro ${status}.`);
      yield* body as AsyncIterable<Uint8Array>;
    } finally {
      body.destroy();
    }
  } catch (error) {
    if (ending.aborted) throw new ExplainedFailure('O endereço demorou demais para enviar tudo.');
    if (findFetchFailureReason(error)) throw new ExplainedFailure((error as Error).message);
    if (isBroken(error)) throw new ExplainedFailure('A conexão caiu antes de tudo chegar.');
    throw error;
  }
}

const isBroken = (error: unknown): boolean =>
  /^(ECONN|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_)/.test((error as { code?: string }).code ?? '');
