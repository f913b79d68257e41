/**
 * Probes one target once: name, connection, certificate and answer. Reports the first layer that
 * failed.
 */
import type { FailedLayer } from '@ramal/contract/operations/balancers';
import type { AppContext } from '../foundation/app-context.ts';
import {
  type FetchFailureReason,
  findFetchFailureReason,
  fetchUntrusted,
  readText,
} from '../foundation/fetch-untrusted.ts';

export interface ProbeTarget {
  readonly kind: string;
  readonly id: number;
  /** URL to request, with `http://` or `https://`. */
  readonly url: string;
}

export interface ProbeAnswer {
  /** The first layer that failed; null if all succeeded. */
  readonly failed: FailedLayer | null;
  readonly certificateEndsAt: Date | null;
  /** Duration until the answer; null without an answer. */
  readonly ms: number | null;
}

export type Probe = (
  ctx: Pick<AppContext, 'config'>,
  target: Pick<ProbeTarget, 'url'>,
) => Promise<ProbeAnswer>;

const TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Answer of `/healthz`. A parked domain answers with another page. */
const MARK = '{"ok":true}';

const layers: Partial<Record<FetchFailureReason, FailedLayer>> = {
  'unknown-host': 'name',
  'private-address': 'name',
  unreachable: 'connect',
  'no-answer': 'connect',
  broken: 'connect',
  'bad-certificate': 'tls',
};

export const probeHttp: Probe = async ({ config }, { url }) => {
  const began = performance.now();
  try {
    const answer = await ask(config.privateOrigins, url);
    const text = await readText(answer, MAX_RESPONSE_BYTES);
    const isOurs = answer.status === 200 && text.trim() === MARK;
    return {
      failed: isOurs ? null : 'http',
      certificateEndsAt: answer.certificateEndsAt ?? null,
      ms: isOurs ? Math.round(performance.now() - began) : null,
    };
  } catch (error) {
    const reason = findFetchFailureReason(error) ?? 'unreachable';
    return { failed: layers[reason] ?? 'http', certificateEndsAt: null, ms: null };
  }
};

/** Returns true if any HTTP answer arrives, including a redirect. */
export async function isAnswering({ config }: AppContext, url: string): Promise<boolean> {
  try {
    const { body } = await ask(config.privateOrigins, url);
    body.destroy();
    return true;
  } catch (error) {
    return findFetchFailureReason(error) === 'too-many-redirects';
  }
}

const ask = (privateOrigins: readonly string[], url: string) =>
  fetchUntrusted(privateOrigins, url, {
    headerTimeoutMs: TIMEOUT_MS,
    idleTimeoutMs: TIMEOUT_MS,
    maxRedirects: 0,
    // Requests a new connection, because a reused one would not test whether the target accepts
    // connections.
    headers: { connection: 'close' },
  });
