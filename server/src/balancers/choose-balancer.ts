/**
 * Chooses the balancer for each viewer. Each process caches the list for seconds, so a choice needs
 * no query. While the database is unavailable, the last list is used.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { balancersProbed, isFallen } from './balancers.sql.ts';
import { chooseByWeight } from './rendezvous.ts';
import { logDatabaseFailure } from '../foundation/unavailable.ts';
import { oncePer } from '../foundation/shared-runs.ts';

interface BalancerChoice {
  /**
   * Returns the balancer for the viewer. Undefined if no balancer is offered. This server then
   * delivers the stream itself.
   */
  choose(viewer: string, host: string): Promise<{ id: number; ip: string } | undefined>;
  /** Returns true if a balancer with this id exists, in any state. */
  knows(id: number): Promise<boolean>;
  /** Makes the next choice read the list again. */
  forget(): void;
}

export interface Candidate {
  readonly id: number;
  readonly ip: string;
  readonly weight: number;
  /** True if the balancer is neither discarded nor draining. */
  readonly isOffered: boolean;
  readonly isFallen: boolean;
  /** Start of the current period in which the balancer answers. */
  readonly upSince: Date;
  readonly fellAt: Date | null;
  /** CNAMEs that point to the balancer. */
  readonly names: readonly string[];
}

const READ_EVERY_MS = 2_000;

/**
 * Time in milliseconds in which the share of a new or recovered balancer grows from a tenth to its
 * full share.
 */
const RAMP_MS = 5 * MINUTE_MS;
const FIRST_SHARE = 0.1;

/** Returns the instance of this process. */
export const getBalancerChoice = oncePer((ctx: AppContext) => ctx.db, createChoice);

function createChoice(ctx: AppContext): BalancerChoice {
  let list: readonly Candidate[] = [];
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    list = await ctx.db.many<Candidate>(sql`
      select b.id, host(b.ip) as ip, b.weight, b.leaving_at is null and b.discarded_at is null as is_offered,
        ${isFallen} as is_fallen, coalesce(t.since, b.created_at) as up_since, t.fell_at,
        array(select name from cnames c where c.balancer_id = b.id) as names
      from ${balancersProbed}`);
  }

  const current = async (): Promise<readonly Candidate[]> => {
    if (performance.now() - readAt > READ_EVERY_MS)
      await (reading ??= read()
        .catch((error: unknown) => logDatabaseFailure(ctx.log, error, 'balancers not read'))
        .finally(() => {
          readAt = performance.now();
          reading = undefined;
        }));
    return list;
  };

  return {
    choose: async (viewer, host) => chooseAmong(await current(), viewer, host, ctx.clock.now()),
    knows: async (id) => (await current()).some((candidate) => candidate.id === id),
    forget: () => void (readAt = -Infinity),
  };
}

/**
 * Chooses a balancer. If the balancer of the requested CNAME is healthy, returns it. Otherwise
 * returns a healthy one by weight. If all are down, returns the one that fell last, because the
 * probe may be wrong.
 */
export function chooseAmong(
  list: readonly Candidate[],
  viewer: string,
  host: string,
  now: Date,
): Candidate | undefined {
  const offered = list.filter(({ isOffered, weight }) => isOffered && weight > 0);
  const healthy = offered.filter((candidate) => !candidate.isFallen);
  if (healthy.length === 0)
    return offered.toSorted((a, b) => Number(b.fellAt) - Number(a.fellAt))[0];
  const named = healthy.find(({ names }) => names.includes(host.toLowerCase()));
  const shares = healthy.map((candidate) => ({
    ...candidate,
    weight: candidate.weight * shareOf(candidate, now),
  }));
  return named ?? chooseByWeight(shares, viewer);
}

const shareOf = ({ upSince }: Candidate, now: Date): number =>
  Math.min(1, Math.max(0, FIRST_SHARE + ((1 - FIRST_SHARE) * (+now - +upSince)) / RAMP_MS));
