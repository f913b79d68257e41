/**
 * Decides by majority whether a target failed, from the results of this server and the probe
 * agents. An agent without a fresh report has no vote. An agent with several targets that all fail
 * has none either, because then its own network is the likely cause.
 */
import type { FailedLayer } from '@ramal/contract/operations/balancers';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { Reader } from '../../foundation/database.ts';
import type { RoundResult } from '../health.ts';

const FRESH_MS = 2 * MINUTE_MS;

export const freshSince = (now: Date): Date => new Date(now.getTime() - FRESH_MS);

export const isDoubtful = ({ targets, failing }: { targets: number; failing: number }): boolean =>
  targets > 1 && failing === targets;

export interface AgentVote {
  readonly place: string;
  readonly failed: FailedLayer | null;
}

interface AgentVoteRow extends AgentVote {
  readonly kind: string;
  readonly id: number;
}

/** Returns the results of the agents that may vote, by `kind id`. */
export async function readAgentVotes(
  reader: Reader,
  now: Date,
): Promise<ReadonlyMap<string, readonly AgentVote[]>> {
  const rows = await reader.many<AgentVoteRow>(sql`
    select p.name as place, r.kind, r.target_id as id, r.failed
    from probe_places p join place_results r on r.place_id = p.id
    where p.revoked_at is null and r.at > ${freshSince(now)} and not (
      select count(*) > 1 and count(all_of.failed) = count(*) from place_results all_of
      where all_of.place_id = p.id and all_of.at > ${freshSince(now)})
    order by p.name`);
  return Map.groupBy(rows, ({ kind, id }) => `${kind} ${id}`);
}

/** Name of this server among the voters. */
const OWN_NAME = 'painel';

interface VoteResult extends RoundResult {
  /** Voters that saw the target fail. */
  readonly seenFrom: readonly string[];
}

/**
 * Returns undefined if no voter may vote. A target failed if more than half of the voters saw it
 * fail.
 * @param ownResult undefined while this server's own network is suspect.
 */
export function vote(
  ownResult: RoundResult | undefined,
  votes: readonly AgentVote[],
): VoteResult | undefined {
  const voices = votes.length + (ownResult ? 1 : 0);
  if (voices === 0) return undefined;
  const against = [
    ...(ownResult?.outcome === 'failed' ? [{ place: OWN_NAME, failed: ownResult.reason }] : []),
    ...votes.filter(({ failed }) => failed !== null),
  ];
  const seenFrom = against.map(({ place }) => place);
  if (against.length * 2 > voices)
    return { outcome: 'failed', reason: commonest(against.map(({ failed }) => failed)), seenFrom };
  const isShaky = ownResult?.outcome === 'shaky';
  return { outcome: isShaky ? 'shaky' : 'ok', reason: isShaky ? ownResult.reason : null, seenFrom };
}

function commonest(layers: readonly (FailedLayer | null)[]): FailedLayer | null {
  const counts = [...Map.groupBy(layers, (layer) => layer)];
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null;
}
