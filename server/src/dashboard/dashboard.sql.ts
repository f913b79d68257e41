/**
 * Reads the current figures of an account. Each part of the statement reads only one index and no
 * row of `lines`.
 */
import type { EventGroup } from '@ramal/contract/logs';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import { isInGroup } from '../events/events.ts';
import { balanceColumn } from '../credits/credits.ts';
import type { Actor } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';
import {
  type UnreadMessage,
  type WaitingTickets,
  unreadMessage,
  waitingTickets,
} from '../tickets/tickets.ts';
import { onlineByOwner } from '../watching/watching.ts';
import { type StepsDone, stepsDone } from './first-steps.ts';
import { type CountMoment, counts, linesToCount } from './line-counts.ts';

type OwnCounts = Readonly<Record<keyof typeof counts | 'online', number>>;

const counted = join(
  Object.entries(counts).map(([name, count]) => sql`${count} as ${raw(`"${name}"`)}`),
  ', ',
);

const ownLines = ({ id }: Actor, moment: CountMoment): Sql => {
  const isOwn = sql`owner_id = ${id}`;
  return sql`
    select current.*, coalesce(watched.online, 0) as online
    from (select ${counted} from (${linesToCount(isOwn, moment)}) mine) current
    left join (${onlineByOwner(moment.now, isOwn)}) watched on true`;
};

interface MonthCounts {
  readonly newUsers: number;
  readonly newTests: number;
  readonly imported: number;
  readonly migrated: number;
}

const countOf = (group: EventGroup): Sql => sql`count(*) filter (where ${isInGroup(group)})`;

/**
 * Counts the account's new, test, imported and migrated lines of this month, including lines that
 * were deleted later.
 */
const monthCounts = ({ id }: Actor, { month, monthEnd }: CountMoment): Sql => sql`
  select ${countOf('new')} as new_users, ${countOf('test')} as new_tests, ${countOf('imported')} as imported,
    (select ${countOf('migrated')} from events where account_id = ${id} and at >= ${month} and at < ${monthEnd}
      and kind in ('line-migrated', 'line-taken-over')) as migrated
  from events where account_id = ${id} and at >= ${month} and at < ${monthEnd}
    and kind in ('line-created', 'line-promoted', 'line-imported')`;

export async function countMonth(
  reader: Reader,
  actor: Actor,
  moment: CountMoment,
): Promise<MonthCounts> {
  const row = await reader.first<MonthCounts>(monthCounts(actor, moment), 'prepared');
  return row!;
}

type OwnFigures = OwnCounts &
  MonthCounts &
  WaitingTickets &
  UnreadMessage &
  StepsDone & { readonly balance: number | null };

/**
 * Reads all figures of the account in one prepared statement. Separate statements would need more
 * time for planning than for counting.
 */
export async function readOwnFigures(
  reader: Reader,
  actor: Actor,
  moment: CountMoment,
): Promise<OwnFigures> {
  const row = await reader.first<OwnFigures>(
    sql`
      select own.*, begun.*, waiting.*, message.*, steps.*, ${balanceColumn(sql`${actor.id}`)} as balance
      from (${ownLines(actor, moment)}) own, (${monthCounts(actor, moment)}) begun, (${waitingTickets(actor, moment.now)}) waiting,
        (${unreadMessage(actor)}) message, (${stepsDone(actor)}) steps`,
    'prepared',
  );
  return row!;
}
