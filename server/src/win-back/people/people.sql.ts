/**
 * SQL of the people of the win-back groups. A time group contains official lines by the calendar
 * days since their expiry; the other group contains ended tests without a purchase (Q-WINBACK).
 */
import { platformKeys } from '@ramal/contract/rules/platforms';
import {
  type WinBackGroupKey,
  winBackGroupKeys,
  winBackRange,
} from '@ramal/contract/win-back/win-back-rules';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { addDays, type ClockReading, startOfDay } from '../../foundation/clock.ts';
import { countRenewals, hasStopped, isWonBack } from '../../reminders/reminders.ts';

/** Days after the expiry on which a line belongs to a group. */
export interface GroupDays {
  readonly group: WinBackGroupKey;
  readonly from: number;
  readonly to: number | null;
}

export const allGroupDays: readonly GroupDays[] = winBackGroupKeys.map((group) => ({
  group,
  from: winBackRange(group).from,
  to: winBackRange(group).to,
}));

interface PeopleInput extends ClockReading {
  readonly accountId: number;
  /** Calendar day for which the groups are read. */
  readonly day: string;
  readonly groups?: readonly GroupDays[];
  /** Condition on `lines l`: a channel can reach the customer. */
  readonly isReachable: Sql;
}

/**
 * SQL: mark of the customer of `lines l`, equal for all lines with the same number. The key of the
 * installation keeps a number from being found by trying all numbers.
 */
export const personMark = ({ secrets }: Pick<AppContext, 'secrets'>): Sql => sql`
  encode(sha256(${secrets.key('win-back-person')}::bytea || convert_to(
    l.owner_id || ':' || coalesce('whatsapp:' || l.whatsapp, 'line:' || l.id), 'UTF8')), 'hex')`;

/** Joins each group `p` to its lines `l`: those that expire between `p.begins` and `p.ends`. */
const joinLines = ({ accountId, day, timeZone, groups = allGroupDays }: PeopleInput): Sql => sql`
  unnest(${groups.map(({ group }) => group)}::text[],
    ${groups.map(({ group }) => winBackRange(group).isTrial)}::boolean[],
    ${groups.map(({ to }) => (to === null ? null : startOfDay(addDays(day, -to), timeZone)))}::timestamptz[],
    ${groups.map(({ from }) => startOfDay(addDays(day, 1 - from), timeZone))}::timestamptz[])
    p (group_key, is_trial, begins, ends)
  join lines l on l.owner_id = ${accountId} and l.platform = any(${[...platformKeys]}::text[])
    and l.deleted_at is null and l.is_trial = p.is_trial
    and l.expires_at >= coalesce(p.begins, '-infinity') and l.expires_at < p.ends
    and (not l.is_trial or not ${hasPurchase})`;

const otherLine = (condition: Sql): Sql => sql`exists (select from lines o
  where o.whatsapp = l.whatsapp and o.owner_id = l.owner_id and o.id <> l.id and o.deleted_at is null
    and not o.is_trial and ${condition})`;

const hasPurchase: Sql = otherLine(sql`true`);

/**
 * Selects the people of the groups with their status. Each line is counted once in its group, in the
 * first status that applies.
 */
export const selectPeople = (input: PeopleInput): Sql => sql`
  select p.group_key, l.id as line_id, period.renewals as period, b.id as win_back_id, r.id as reminder_id,
    case
      when b.arm = 'control' then 'control'
      when b.arm = 'message' and (r.id is null or r.state in ('sent', 'unknown')) then 'received'
      when not (${isWonBack}) or w.left_out_at is not null or ${otherLine(sql`o.status = 1 and o.expires_at > ${input.now}`)}
        then 'excluded'
      when ${hasStopped} then 'stopped'
      when not (${input.isReachable}) then 'unreachable'
      else 'waiting'
    end as status
  from ${joinLines(input)}
  cross join lateral (select ${countRenewals} as renewals) period
  left join win_backs b on b.line_id = l.id and b.account_id = l.owner_id and b.period = period.renewals
    and b.group_key = p.group_key
  left join reminders r on r.id = b.reminder_id
  left join line_reminder_choices w on w.line_id = l.id`;
