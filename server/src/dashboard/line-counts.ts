/**
 * Defines how each total is counted (Q-DASHDEFS), for the own lines of an account and for whole
 * trees.
 */
import sql, { type Sql } from 'sql-template-tag';
import { dueRange, isExpired, isRunning, isWithin } from '../line-payments/line-payments.ts';

/**
 * Time of the figures, and the month that contains it. With the end of the month, PostgreSQL reads
 * only the partition of this month and not all later ones.
 */
export interface CountMoment {
  readonly now: Date;
  readonly month: Date;
  readonly monthEnd: Date;
}

/**
 * Counts the lines of owners by platform, in the order of `lines_own_expiry_idx`. The index
 * contains every needed column, so the count sorts nothing and reads no table row. A line is
 * running if it has not expired. The column `status` shows whether it is enabled.
 */
export const linesToCount = (ownerCondition: Sql, { now }: Pick<CountMoment, 'now'>): Sql => sql`
  select owner_id, platform, count(*) as lines,
    count(*) filter (where status = 1 and ${isRunning(now)}) as actives,
    count(*) filter (where status = 1 and ${isExpired(now)}) as expired,
    count(*) filter (where status = 1 and ${isWithin(dueRange('7', { now: () => now, timeZone: 'UTC' }))}) as expiring,
    count(*) filter (where status = 2 and ${isRunning(now)}) as tests
  from lines where deleted_at is null and ${ownerCondition} group by owner_id, platform`;

const total = (column: Sql, which: Sql): Sql =>
  sql`coalesce(sum(${column}) filter (where ${which}), 0)::int`;

const IPTV = sql`platform = 'iptv'`;
const P2P = sql`platform <> 'iptv'`;
const NEW_P2P = sql`platform = 'new-p2p'`;

export const counts = {
  iptvActives: total(sql`actives`, IPTV),
  p2pActives: total(sql`actives`, P2P),
  newP2pActives: total(sql`actives`, NEW_P2P),
  iptvExpiring: total(sql`expiring`, IPTV),
  p2pExpiring: total(sql`expiring`, P2P),
  newP2pExpiring: total(sql`expiring`, NEW_P2P),
  iptvExpired: total(sql`expired`, IPTV),
  p2pExpired: total(sql`expired`, P2P),
  newP2pExpired: total(sql`expired`, NEW_P2P),
  iptvTests: total(sql`tests`, IPTV),
  p2pTests: total(sql`tests`, P2P),
  newP2pTests: total(sql`tests`, NEW_P2P),
  // All IPTV and P2P lines, for the list of resellers (S-RESLIST-25, -26).
  iptvLines: total(sql`lines`, IPTV),
  p2pLines: total(sql`lines`, sql`platform = 'p2p'`),
} as const;
