/** What each total counts (Q-DASHDEFS), said once for a person's own lines and for whole trees. */
import sql, { type Sql } from 'sql-template-tag';
import { dueRange, isRunning, isWithin } from './due-range.ts';

/** The instant figures are taken at, and the midnight that began its month. */
export interface CountedAt {
  readonly now: Date;
  readonly month: Date;
}

/**
 * Lines as flags. Every column is in `lines_own_expiry_idx`, so counting reads no table row. A running line
 * has not expired, and `status` says whether it is on.
 */
export const linesToCount = (whose: Sql, { now }: CountedAt): Sql => sql`
  select owner_id, platform = 'iptv' as iptv, platform = 'p2p' as p2p, platform = 'new-p2p' as new_p2p, status, is_trial, ${isRunning(now)} as running,
    ${isWithin(dueRange('7', { now: () => now, timeZone: 'UTC' }))} as expiring
  from lines where deleted_at is null and ${whose}`;

export const counts = {
  iptvActives: sql`count(*) filter (where iptv and running and status = 1)`,
  p2pActives: sql`count(*) filter (where not iptv and running and status = 1)`,
  iptvExpiring: sql`count(*) filter (where iptv and status = 1 and expiring)`,
  p2pExpiring: sql`count(*) filter (where not iptv and status = 1 and expiring)`,
  iptvExpired: sql`count(*) filter (where iptv and not running and status = 1)`,
  p2pExpired: sql`count(*) filter (where not iptv and not running and status = 1)`,
  iptvTests: sql`count(*) filter (where iptv and running and status = 2)`,
  p2pTests: sql`count(*) filter (where not iptv and running and status = 2)`,
  // Of P2P, the part of the new service.
  newP2pActives: sql`count(*) filter (where new_p2p and running and status = 1)`,
  newP2pExpiring: sql`count(*) filter (where new_p2p and status = 1 and expiring)`,
  newP2pExpired: sql`count(*) filter (where new_p2p and not running and status = 1)`,
  newP2pTests: sql`count(*) filter (where new_p2p and running and status = 2)`,
  // Every line there is; the list of resellers knows these two platforms (S-RESLIST-25, -26).
  iptvLines: sql`count(*) filter (where iptv)`,
  p2pLines: sql`count(*) filter (where p2p)`,
} as const;
