/** What each total counts (Q-DASHDEFS), said once for a person's own lines and for whole trees. */
import sql, { type Sql } from 'sql-template-tag';
import { dueRange, isRunning, isWithin } from './due-range.ts';

/** The instant figures are taken at, and the midnight that began its month. */
export interface CountedAt {
  readonly now: Date;
  readonly month: Date;
}

/**
 * How many lines of an owner are alike in all that is counted: a dozen counts then add up a dozen rows. Every
 * column is in `lines_own_expiry_idx`, so counting reads no table row. A running line has not expired, and
 * `status` says whether it is on.
 */
export const linesToCount = (whose: Sql, { now }: CountedAt): Sql => sql`
  select owner_id, platform = 'iptv' as iptv, platform = 'new-p2p' as new_p2p, status, running, expiring, count(*) as lines
  from (
    select owner_id, platform, status, ${isRunning(now)} as running,
      ${isWithin(dueRange('7', { now: () => now, timeZone: 'UTC' }))} as expiring
    from lines where deleted_at is null and ${whose}
  ) line group by owner_id, platform, status, running, expiring`;

const count = (which: Sql): Sql => sql`coalesce(sum(lines) filter (where ${which}), 0)::int`;

export const counts = {
  iptvActives: count(sql`iptv and running and status = 1`),
  p2pActives: count(sql`not iptv and running and status = 1`),
  iptvExpiring: count(sql`iptv and status = 1 and expiring`),
  p2pExpiring: count(sql`not iptv and status = 1 and expiring`),
  iptvExpired: count(sql`iptv and not running and status = 1`),
  p2pExpired: count(sql`not iptv and not running and status = 1`),
  iptvTests: count(sql`iptv and running and status = 2`),
  p2pTests: count(sql`not iptv and running and status = 2`),
  // Of P2P, the part of the new service.
  newP2pActives: count(sql`new_p2p and running and status = 1`),
  newP2pExpiring: count(sql`new_p2p and status = 1 and expiring`),
  newP2pExpired: count(sql`new_p2p and not running and status = 1`),
  newP2pTests: count(sql`new_p2p and running and status = 2`),
  // Every line there is; the list of resellers knows these two platforms (S-RESLIST-25, -26).
  iptvLines: count(sql`iptv`),
  p2pLines: count(sql`not iptv and not new_p2p`),
} as const;
