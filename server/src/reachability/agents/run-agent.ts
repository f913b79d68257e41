/**
 * Runs a probe agent: it requests its targets from the panel, probes them from its own network and
 * sends signed reports. It needs no database. `npm run probe` starts it on any machine with this
 * code.
 */
import { withInsideNames } from '@ramal/contract/api/translated';
import { Resolver } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type ProbeReport,
  REPORT_PERIOD_SECONDS,
  sendProbeReport,
} from '@ramal/contract/operations/probe-agents';
import { requestProvider } from '../../foundation/request-provider.ts';
import type { Config } from '../../foundation/config.ts';
import { probeHttp } from '../probe.ts';
import { runInParallel, type Probing, tryTargets } from '../try-targets.ts';
import { type AgentKey, signReport } from './agent-key.ts';

export interface AgentOptions extends AgentKey {
  /** URL of the panel without a trailing slash. */
  readonly url: string;
  readonly config: Pick<Config, 'privateOrigins'>;
  readonly probing?: Probing;
  /** Resolves a name with the agent's resolver; null if the resolver does not answer. */
  readonly resolve?: (host: string) => Promise<string[] | null>;
  readonly now?: () => number;
}

interface AgentTarget {
  readonly kind: string;
  readonly id: number;
  readonly url: string | null;
  readonly host: string | null;
}

/** Number of the report. It increases with every report, also after a restart. */
let sequence = 0;

/** Sends the results and returns the next targets. */
export async function sendReport(
  { url, publicId, secret, now = Date.now }: AgentOptions,
  results: ProbeReport['results'],
): Promise<AgentTarget[]> {
  sequence = Math.max(sequence + 1, now());
  const report = JSON.stringify({ time: Math.round(now() / 1000), sequence, results });
  const { status, json } = await requestProvider(`${url}${sendProbeReport.path}`, {
    provider: 'panel',
    method: 'POST',
    body: { place: publicId, report, signature: signReport(secret, report) },
  });
  const { answer } = sendProbeReport;
  if (status === 200) return answer.parse(withInsideNames(answer, json)).targets;
  const { message } = (json ?? {}) as { message?: string };
  throw new Error(message ?? `the panel answered ${status}`);
}

/** Probes each target from this agent's network. */
export async function probeFromAgent(
  { config, probing, resolve = askResolver }: AgentOptions,
  targets: readonly AgentTarget[],
): Promise<ProbeReport['results']> {
  const hosts = [...new Set(targets.flatMap(({ host }) => (host === null ? [] : [host])))];
  const addresses = new Map<string, string[] | null>();
  // Names that a carrier blocks take seconds to time out, so they are resolved in parallel.
  await runInParallel(hosts, async (host) => addresses.set(host, await resolve(host)));
  const probed = targets.flatMap((target) =>
    target.url === null ? [] : [{ ...target, url: target.url }],
  );
  const tried = await tryTargets(
    { config: config as Config },
    probed,
    probing ?? { probe: probeHttp, pause: wait },
  );
  const seen = new Map(tried.map((result) => [result.target.url, result]));
  return targets.map(({ kind, id, url, host }) => {
    const result = url === null ? undefined : seen.get(url);
    return {
      kind,
      id,
      failed: result?.outcome === 'failed' ? result.reason : null,
      ms: result?.answer.ms ?? null,
      addresses: host === null ? null : (addresses.get(host) ?? null),
    };
  });
}

const TIMEOUT_MS = 3_000;

async function askResolver(host: string): Promise<string[] | null> {
  try {
    return (await new Resolver({ timeout: TIMEOUT_MS, tries: 1 }).resolve4(host)).slice(0, 16);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null;
  }
}

/** Runs until the signal is aborted. After a failed report it tries again in the next period. */
export async function runAgent(
  agent: AgentOptions,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let targets: readonly AgentTarget[] = [];
  let isAnnounced = false;
  while (!signal.aborted) {
    const began = performance.now();
    try {
      const results = await probeFromAgent(agent, targets);
      const next = await sendReport(agent, results);
      // A new agent reports its first results at once, without waiting for the next period.
      const isFirst = targets.length === 0 && next.length > 0;
      targets = next;
      if (!isAnnounced) print(`Reporting to ${agent.url} every ${REPORT_PERIOD_SECONDS} seconds.`);
      isAnnounced = true;
      if (isFirst) continue;
    } catch (error) {
      print(`Not reported: ${(error as Error).message}`);
    }
    const left = REPORT_PERIOD_SECONDS * 1000 - (performance.now() - began);
    await wait(Math.max(1_000, left), undefined, { signal }).catch(() => undefined);
  }
}
