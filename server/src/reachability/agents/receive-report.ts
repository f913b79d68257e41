/** Receives the signed report of a probe agent and returns its next targets. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import {
  MAX_TARGETS,
  REPORT_PERIOD_SECONDS,
  probeReport,
  type ProbeReport,
  type sendProbeReport as declaration,
} from '@ramal/contract/operations/probe-agents';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { toNetwork } from '../../foundation/http/request-meta.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import type { TargetSource } from '../probe-round.ts';
import { AGENT_KEY_USE } from './edit-agents.ts';
import { isSigned } from './agent-key.ts';

const MAX_AGE_MS = 2 * MINUTE_MS;

interface AgentRow {
  readonly id: number;
  readonly name: string;
  readonly sealedSecret: Buffer;
}

type Answer = HandlerResult<typeof declaration>;

export function createReportReceiver(ctx: AppContext, sources: readonly TargetSource[]) {
  const reports = createRateLimiter(ctx, 'probe-report');
  const wrong = createRateLimiter(ctx, 'probe-report-wrong');
  return async ({ body, requestMeta }: Call<typeof declaration>): Promise<Answer> => {
    const agent = await ctx.db.first<AgentRow>(sql`
      select id, name, sealed_secret from probe_places
      where public_id = ${body.place} and revoked_at is null`);
    const secret = agent && ctx.secrets.decrypt(AGENT_KEY_USE, agent.sealedSecret);
    if (!agent || !secret || !isSigned(secret, body.report, body.signature)) {
      await consume(wrong, toNetwork(requestMeta.ip));
      return refuse('probe_report_refused');
    }
    await consume(reports, String(agent.id));
    const report = parse(body.report);
    const now = ctx.clock.now();
    if (Math.abs(now.getTime() - report.time * 1000) > MAX_AGE_MS) refuse('probe_report_late');
    await ctx.db.tx((tx) => storeReport(tx, agent, report, { now, ip: requestMeta.ip }));
    return {
      targets: await targetsFor(ctx, sources, agent.name),
      periodSeconds: REPORT_PERIOD_SECONDS,
    };
  };
}

function parse(text: string): ProbeReport {
  try {
    return probeReport.parse(JSON.parse(text));
  } catch {
    return refuse('probe_report_refused');
  }
}

async function storeReport(
  tx: Tx,
  { id }: AgentRow,
  { sequence, results }: ProbeReport,
  { now, ip }: { readonly now: Date; readonly ip: string },
): Promise<void> {
  const isNew = await tx.run(sql`
    update probe_places set last_sequence = ${sequence}, reported_at = ${now}, reported_ip = ${ip}::inet
    where id = ${id} and last_sequence < ${sequence} and revoked_at is null`);
  if (isNew === 0) refuse('probe_report_late');
  const unique = [
    ...new Map(results.map((result) => [`${result.kind} ${result.id}`, result])).values(),
  ];
  await tx.run(sql`
    insert into place_results (place_id, kind, target_id, at, failed, answer_ms, addresses)
    select ${id}, kind, id, ${now}, failed, ms, addresses
    from jsonb_to_recordset(${JSON.stringify(unique)}::jsonb)
      as t (kind text, id bigint, failed text, ms int, addresses text[])
    on conflict (place_id, kind, target_id) do update set
      at = excluded.at, failed = excluded.failed, answer_ms = excluded.answer_ms, addresses = excluded.addresses`);
}

async function targetsFor(
  ctx: AppContext,
  sources: readonly TargetSource[],
  agentName: string,
): Promise<Answer['targets']> {
  const probed = (await Promise.all(sources.map((source) => source.targets(ctx)))).flat();
  const named = await Promise.all(
    sources.map(async (source) => (await source.names?.(ctx, agentName)) ?? []),
  );
  return [
    ...probed.map(({ kind, id, url }) => ({ kind, id, url, host: hostOf(url) })),
    ...named.flat().map(({ kind, id, host }) => ({ kind, id, url: null, host })),
  ].slice(0, MAX_TARGETS);
}

/** Returns the host name, or null if the URL contains an IP address, which needs no resolver. */
function hostOf(url: string): string | null {
  const { hostname } = new URL(url);
  return /^[\d.]+$|^\[/.test(hostname) ? null : hostname;
}
