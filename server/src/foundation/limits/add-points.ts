/** Counts many attempts of one limit in one statement, where the library takes a statement for each. */
import sql from 'sql-template-tag';
import type { Tx } from '../database.ts';
import { type RateLimitName, rateLimits } from './rate-limits.ts';

export interface PointCount {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

/** A point for each of these keys; one named twice gets two. Says what each has by then. */
export async function addPoints(
  tx: Tx,
  name: RateLimitName,
  keys: readonly string[],
): Promise<ReadonlyMap<string, PointCount>> {
  // The library writes the times of this machine's clock.
  const now = Date.now();
  const prefix = `${name}:`;
  const rows = await tx.many<{ key: string; points: number; expire: number }>(sql`
    insert into rate_limits as r (key, points, expire)
    select ${prefix} || k.key, count(*), ${now + rateLimits[name].seconds * 1000}::bigint
    from unnest(${keys}::text[]) k (key) group by k.key order by k.key
    on conflict (key) do update set
      points = case when r.expire <= ${now} then 0 else r.points end + excluded.points,
      expire = case when r.expire <= ${now} then excluded.expire else r.expire end
    returning key, points, expire`);
  return new Map(
    rows.map(({ key, points, expire }) => [
      key.slice(prefix.length),
      { consumedPoints: points, msBeforeNext: Math.max(0, expire - now) },
    ]),
  );
}
