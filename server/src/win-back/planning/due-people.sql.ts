/** People of a group who are due on a day, and their random assignment. */
import { type MessageKind } from '@ramal/contract/rules/reminders';
import { winBackRange } from '@ramal/contract/win-back/win-back-rules';
import sql, { type Sql } from 'sql-template-tag';
import { linePriceSql } from '../../line-payments/line-payments.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { readClock } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import { isPassedOver, wasContacted } from '../../reminders/reminders.ts';
import type { WinBackGroup } from '../groups/groups.sql.ts';
import { personMark, selectPeople } from '../people/people.sql.ts';

export interface DueInput {
  readonly accountId: number;
  readonly day: string;
  readonly group: WinBackGroup;
  readonly isReachable: Sql;
}

export interface DuePerson {
  readonly lineId: number;
  readonly username: string;
  readonly note: string;
  readonly isTrial: boolean;
  readonly dueAt: Date;
  readonly period: number;
  readonly priceCents: number | null;
  readonly arm: 'message' | 'control';
  readonly isNew: boolean;
}

const chargeKinds: readonly MessageKind[] = ['due', 'refused', 'ended'];

/**
 * Condition on `lines l`: the person was contacted about a payment on that day, or such a reminder
 * waits for its sending.
 */
const isCharged = (accountId: number, day: string): Sql => {
  const waiting = sql`from reminders c join lines o on o.id = c.line_id
    where c.account_id = ${accountId} and c.day = ${day}::date and c.kind = any(${[...chargeKinds]}::text[])
      and c.state in ('planned', 'queued')`;
  return sql`(${wasContacted(accountId, day, 'charge')} or l.id in (select o.id ${waiting})
    or coalesce(l.whatsapp in (select o.whatsapp ${waiting} and o.whatsapp is not null), false))`;
};

/** Day of the expiry of `lines l`, which identifies the expiry of a person. */
const dueOn = (timeZone: string): Sql => sql`(l.expires_at at time zone ${timeZone})::date`;

/**
 * SQL of the assignment of `lines l`. A person keeps the first assignment of an expiry. Otherwise a
 * digest decides, so that a repetition has the same result (Q-WINBACKARM).
 */
const assignedArm = ({ accountId, group }: DueInput, timeZone: string, person: Sql): Sql => sql`
  coalesce((select former.arm from win_backs former
    where former.account_id = ${accountId} and (former.line_id = l.id and former.period = d.period
      or former.person = ${person} and former.due_on = ${dueOn(timeZone)})
    order by former.id limit 1),
    case when ('x' || left(md5(${person} || ':' || ${dueOn(timeZone)}), 8))::bit(32)::bigint % 10000
      < ${group.controlPercent * 100} then 'control' else 'message' end)`;

/** Selects the due people of a group with their assignment. */
function selectDue(ctx: Pick<AppContext, 'clock' | 'secrets'>, input: DueInput): Sql {
  const { accountId, day, group, isReachable } = input;
  const reading = readClock(ctx.clock);
  const { to } = winBackRange(group.group);
  const groups = [{ group: group.group, from: group.sendDay, to }];
  return sql`
    select l.id as line_id, l.username, l.note, l.is_trial, l.expires_at as due_at, d.period,
      ${linePriceSql} as price_cents, ${assignedArm(input, reading.timeZone, personMark(ctx))} as arm, d.win_back_id is null as is_new
    from (${selectPeople({ accountId, day, ...reading, groups, isReachable })}) d
    join lines l on l.id = d.line_id left join reminders r on r.id = d.reminder_id
    where d.status = 'waiting' and (d.win_back_id is null or (${isPassedOver} and r.day < ${day}::date))
      and not ${isCharged(accountId, day)}`;
}

export const findDuePeople = (
  ctx: Pick<AppContext, 'clock' | 'secrets'>,
  reader: Reader,
  input: DueInput,
  limit: number,
): Promise<DuePerson[]> =>
  reader.many<DuePerson>(sql`
    select * from (${selectDue(ctx, input)}) due order by due_at desc, line_id limit ${limit}`);

/** Counts the messages that a group will send on a day, without its control group. */
export async function countDueMessages(ctx: AppContext, input: DueInput): Promise<number> {
  const row = await ctx.db.first<{ count: number }>(sql`
    select count(*) from (${selectDue(ctx, input)}) due where arm = 'message'`);
  return row!.count;
}

/** Stores the assignments of people who have none in this group. */
export const storeAssignments = (
  { clock, secrets }: Pick<AppContext, 'clock' | 'secrets'>,
  { accountId, group }: DueInput,
  people: readonly DuePerson[],
): Sql => {
  const rows = people.map(({ lineId, period, arm }) => ({ line_id: lineId, period, arm }));
  return sql`
    insert into win_backs (account_id, line_id, period, group_key, person, due_on, arm, at)
    select ${accountId}, l.id, n.period, ${group.group}, ${personMark({ secrets })}, ${dueOn(clock.timeZone)}, n.arm,
      ${clock.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) n (line_id bigint, period int, arm text)
    join lines l on l.id = n.line_id
    on conflict (line_id, period, group_key) do nothing`;
};
