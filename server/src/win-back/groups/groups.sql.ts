/** Settings of the win-back groups of an account. A group without a row has the defaults. */
import {
  DEFAULT_CONTROL_PERCENT,
  defaultWinBackTexts,
  type WinBackGroupKey,
  winBackGroupKeys,
  winBackRange,
} from '@ramal/contract/win-back/win-back-rules';
import sql from 'sql-template-tag';
import type { Reader, Tx } from '../../foundation/database.ts';

export interface WinBackGroup {
  readonly group: WinBackGroupKey;
  readonly isOn: boolean;
  /** Time since which the group is on with this schedule; null for a group without a row. */
  readonly since: Date | null;
  readonly text: string;
  readonly sendDay: number;
  readonly weekdays: readonly number[];
  readonly sendAt: number;
  readonly controlPercent: number;
  readonly couponId: number | null;
  /** Last day whose messages were planned. */
  readonly plannedOn: string | null;
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const TEN_O_CLOCK = 600;

const defaultGroup = (group: WinBackGroupKey): WinBackGroup => ({
  group,
  isOn: false,
  since: null,
  text: defaultWinBackTexts[group],
  sendDay: winBackRange(group).from,
  weekdays: EVERY_DAY,
  sendAt: TEN_O_CLOCK,
  controlPercent: DEFAULT_CONTROL_PERCENT,
  couponId: null,
  plannedOn: null,
});

/** Returns all groups of an account in their fixed order. */
export async function readGroups(reader: Reader, accountId: number): Promise<WinBackGroup[]> {
  const rows = await reader.many<WinBackGroup>(sql`
    select group_key as "group", is_on, since, body as text, send_day, weekdays, send_at, control_percent, coupon_id,
      planned_on::text as planned_on
    from win_back_groups where account_id = ${accountId}`);
  return winBackGroupKeys.map(
    (key) => rows.find(({ group }) => group === key) ?? defaultGroup(key),
  );
}

export const putGroup = (tx: Tx, accountId: number, group: WinBackGroup): Promise<number> =>
  tx.run(sql`
    insert into win_back_groups (account_id, group_key, is_on, since, body, send_day, weekdays, send_at,
      control_percent, coupon_id, planned_on)
    values (${accountId}, ${group.group}, ${group.isOn}, ${group.since}, ${group.text}, ${group.sendDay},
      ${[...group.weekdays]}::smallint[], ${group.sendAt}, ${group.controlPercent}, ${group.couponId}::bigint,
      ${group.plannedOn}::date)
    on conflict (account_id, group_key) do update
    set is_on = excluded.is_on, since = excluded.since, body = excluded.body, send_day = excluded.send_day,
      weekdays = excluded.weekdays, send_at = excluded.send_at, control_percent = excluded.control_percent,
      coupon_id = excluded.coupon_id`);
