/**
 * Decides by majority whether a target failed, from the results of this server and the probe
 * agents. An agent without a fresh report has no vote. An agent whose targets all fail has none
 * either, because then its own network is the likely cause.
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

export interface PlaceWord {
  readonly place: string;
  readonly failed: FailedLayer | null;
}

interface WordRow extends PlaceWord {
  readonly kind: string;
  readonly id: number;
}

/** Returns the results of the agents that may vote, by `kind id`. */
export async function readWords(
  reader: Reader,
  now: Date,
): Promise<ReadonlyMap<string, readonly PlaceWord[]>> {
  const rows = await reader.many<WordRow>(sql`
    select p.name as place, r.kind, r.target_id as id, r.failed
    from probe_places p join place_results r on r.place_id = p.id
    where p.revoked_at is null and r.at > ${freshSince(now)} and not (
      select count(*) > 1 and count(all_of.failed) = count(*) from place_results all_of
      where all_of.place_id = p.id and all_of.at > ${freshSince(now)})
    order by p.name`);
  return Map.groupBy(rows, ({ kind, id }) => `${kind} ${id}`);
}

/** Name of this server among the voters. */
export const OWN_PLACE = 'painel';

export interface Verdict extends RoundResult {
  /** Voters that saw the target fail. */
  readonly seenFrom: readonly string[];
}

/**
 * Returns undefined if nobody may vote. A target failed if more than half of the voters say so.
 * @param own undefined while this server's own network is suspect.
 */
export function vote(
  own: RoundResult | undefined,
  words: readonly PlaceWord[],
): Verdict | undefined {
  const voices = words.length + (own ? 1 : 0);
  if (voices === 0) return undefined;
  const against = [
    ...(own?.outcome === 'failed' ? [{ place: OWN_PLACE, failed: own.reason }] : []),
    ...words.filter(({ failed }) => failed !== null),
  ];
  const seenFrom = against.map(({ place }) => place);
  if (against.length * 2 > voices)
    return { outcome: 'failed', reason: commonest(against.map(({ failed }) => failed)), seenFrom };
  const isShaky = own?.outcome === 'shaky';
  return { outcome: isShaky ? 'shaky' : 'ok', reason: isShaky ? own.reason : null, seenFrom };
}

function commonest(layers: readonly (FailedLayer | null)[]): FailedLayer | null {
  const counts = [...Map.groupBy(layers, (layer) => layer)];
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null;
}
