/**
 * Adds and reads the points of many keys of one limit in one statement. The library needs one
 * statement for each key.
 */
import sql from 'sql-template-tag';
import type { Reader, Tx } from '../database.ts';
import { type RateLimitName, rateLimits } from './rate-limits.ts';

export interface PointCount {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

/**
 * Adds a point to each of these keys, or two points to a key that is listed twice. Returns the
 * resulting counts.
 */
export async function addPoints(
  tx: Tx,
  name: RateLimitName,
  keys: readonly string[],
): Promise<ReadonlyMap<string, PointCount>> {
  // The time is from this machine's clock, because the library uses the same clock.
  const now = Date.now();
  const prefix = `${name}:`;
  const rows = await tx.many<CountRow>(sql`
    insert into rate_limits as r (key, points, expire)
    select ${prefix} || k.key, count(*), ${now + rateLimits[name].seconds * 1000}::bigint
    from unnest(${keys}::text[]) k (key) group by k.key order by k.key
    on conflict (key) do update set
      points = case when r.expire <= ${now} then 0 else r.points end + excluded.points,
      expire = case when r.expire <= ${now} then excluded.expire else r.expire end
    returning key, points, expire`);
  return countsOf(rows, prefix, now);
}

/** Returns the counts of these keys. Keys without a current count are missing. */
export async function readPoints(
  reader: Reader,
  name: RateLimitName,
  keys: readonly string[],
): Promise<ReadonlyMap<string, PointCount>> {
  const now = Date.now();
  const prefix = `${name}:`;
  const rows = await reader.many<CountRow>(
    sql`select key, points, expire from rate_limits
      where key = any(${keys.map((key) => prefix + key)}::text[]) and expire > ${now}`,
    'prepared',
  );
  return countsOf(rows, prefix, now);
}

interface CountRow {
  readonly key: string;
  readonly points: number;
  readonly expire: number;
}

const countsOf = (
  rows: readonly CountRow[],
  prefix: string,
  now: number,
): ReadonlyMap<string, PointCount> =>
  new Map(
    rows.map(({ key, points, expire }) => [
      key.slice(prefix.length),
      { consumedPoints: points, msBeforeNext: Math.max(0, expire - now) },
    ]),
  );
