/** Lists the tickets of a screen: a page under the filters, and the count of each tab. */
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/api/paging';
import { refuse } from '@ramal/contract/api/errors';
import {
  ADMINISTRATION,
  type TicketStatus,
  type TicketSystem,
  ticketStatuses,
} from '@ramal/contract/rules/tickets';
import type { TicketSort } from '@ramal/contract/tickets/tickets';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import { addDays, startOfDay, unixSeconds } from '../foundation/clock.ts';
import type { ReaderAccount } from '../foundation/caller.ts';
import type { Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import {
  containsFolded,
  containsWords,
  exactIdFirst,
  parseSearchedId,
} from '../foundation/like.ts';
import {
  type PageQuery,
  boundedTotal,
  gatherSorted,
  limitOffset,
  toPageAnswer,
} from '../foundation/pages.ts';
import {
  ADMINISTRATION_NAME,
  CUSTOMER,
  franchiseNames,
  serializeTicket,
} from './serialize-ticket.ts';
import { isPostponedBy, selectPostponedUntil } from './postpone-ticket.ts';
import { type Ticket, findTicketSide, isFinishable, isVisibleTo, ticketColumns } from './ticket.ts';
import { isPartOfIncident } from './ticket-facts.ts';

export interface TicketFilters {
  readonly search?: string | undefined;
  readonly status?: number | undefined;
  readonly category?: number | undefined;
  readonly date?: string | undefined;
  readonly filterResellerId?: number | undefined;
  readonly channel?: string | undefined;
}

interface ListFilters extends TicketFilters {
  readonly postponed?: boolean | undefined;
}

interface ListTicketsQuery extends ListFilters, PageQuery {
  readonly sort: TicketSort;
  readonly dir: 'asc' | 'desc';
}

export async function listTickets(
  ctx: AppContext,
  { actor }: { readonly actor: ReaderAccount },
  system: TicketSystem,
  query: ListTicketsQuery,
) {
  if (query.filterResellerId !== undefined && actor.profile !== 'admin') refuse('forbidden');
  const { status, ...filters } = query;
  const now = ctx.clock.now();
  const filtered = ticketsWhere(ctx, actor, system, filters);
  const where = join([filtered, ...postponedWhere(actor, now, filters)], ' and ');
  const counts = await countByStatus(ctx.db, where);
  const inTab = status === undefined ? where : sql`${where} and t.status = ${status}`;
  const franchises = await franchiseNames(ctx, actor);
  const keys = sortKeys(actor, franchises);
  const { total, ids } = await pageOfIds(ctx.db, query, inTab, keys);
  const rows = await ctx.db.many<ListedTicket>(sql`
    select ${listedColumns(actor, now)} from tickets t where t.id = any (${ids}::bigint[])
    order by array_position(${ids}::bigint[], t.id)`);
  const page = toPageAnswer(
    query,
    total,
    rows.map((row) => ({
      ...serializeTicket(ctx, actor, row, franchises),
      lastMessage: row.lastMessage ?? '',
      lastFrom: row.lastFrom,
      lastAt: unixSeconds(row.lastAt),
      waitsSince: row.waitsSince && unixSeconds(row.waitsSince),
      canFinish: isFinishable(row, findTicketSide(row, actor)),
      postponedUntil: row.postponedUntil && unixSeconds(row.postponedUntil),
    })),
  );
  const [unread, postponed] = await Promise.all([
    readUnread(ctx.db, actor, where),
    readPostponed(ctx.db, actor, now, filtered),
  ]);
  return { ...page, counts, ...unread, ...postponed };
}

/** Conditions on `tickets t` that list and spreadsheet share. */
export function ticketsWhere(
  { clock }: AppContext,
  actor: ReaderAccount,
  system: TicketSystem,
  { search, status, category, date, filterResellerId, channel }: TicketFilters,
): Sql {
  const conditions: Sql[] = [sql`t.system = ${system}`, isVisibleTo(actor)];
  if (search) conditions.push(matchesTicket(search));
  if (status !== undefined) conditions.push(sql`t.status = ${status}`);
  if (category !== undefined) conditions.push(sql`t.category = ${category}`);
  if (filterResellerId !== undefined) conditions.push(sql`t.account_id = ${filterResellerId}`);
  if (date !== undefined) {
    const [from, until] = [date, addDays(date, 1)].map((day) => startOfDay(day, clock.timeZone));
    conditions.push(sql`t.created_at >= ${from} and t.created_at < ${until}`);
  }
  if (channel !== undefined)
    conditions.push(sql`t.id in (select c.ticket_id from ticket_channels c where c.key = ${channel})
      and ${isPartOfIncident(clock.now())}`);
  return join(conditions, ' and ');
}

/** Leaves postponed tickets out, unless the request searches or asks for them. */
function postponedWhere(
  actor: ReaderAccount,
  now: Date,
  { postponed, search }: ListFilters,
): Sql[] {
  if (postponed === undefined && search) return [];
  const isPostponed = isPostponedBy(actor, now);
  return [postponed ? isPostponed : sql`not ${isPostponed}`];
}

async function readPostponed(reader: Reader, actor: ReaderAccount, now: Date, where: Sql) {
  const row = await reader.first<{ postponed: number; returnsAt: Date | null }>(sql`
    select count(*) as postponed, min(p.postponed_until) as returns_at
    from ticket_readers p join tickets t on t.id = p.ticket_id
    where p.account_id = ${actor.id} and p.postponed_until > ${now} and ${where}`);
  const { postponed, returnsAt } = row!;
  return { postponed, returnsAt: returnsAt && unixSeconds(returnsAt) };
}

/**
 * Words of the title, the name of the author, or the whole id of a ticket; parts of an id never
 * match (Q-SEARCHID). Messages of the administration are not found by the name of their author.
 */
function matchesTicket(search: string): Sql {
  const id = parseSearchedId(search);
  return sql`(${containsWords(sql`t.search`, search)}
    or (t.category <> ${ADMINISTRATION} and t.customer_line_id is null
      and t.account_id in (select a.id from accounts a
        where ${containsWords(sql`a.search`, search)} and fold(a.username) like ${containsFolded(search)}))
    or t.customer_line_id in (select l.id from lines l where l.username = ${search})
    or t.id = ${id ?? null}::bigint)`;
}

interface ListedTicket extends Ticket {
  readonly unread: number;
  readonly lastMessage: string | null;
  readonly lastFrom: 'author' | 'support' | null;
  readonly postponedUntil: Date | null;
}

const listedColumns = (actor: ReaderAccount, now: Date): Sql => sql`
  ${ticketColumns}, ${unreadBy(actor)} as unread, ${selectPostponedUntil(actor, now)} as postponed_until,
  (select left(m.body, 200) from ticket_messages m
    where m.ticket_id = t.id and m.removed_at is null order by m.number desc limit 1) as last_message,
  (select case when m.from_support then 'support' else 'author' end from ticket_messages m
    where m.ticket_id = t.id and m.removed_at is null order by m.number desc limit 1) as last_from`;

/**
 * SQL: number of messages of `tickets t` that others wrote and this account has not read. A ticket
 * of another account counts one more until this account opens it for the first time.
 */
export const unreadBy = ({ id }: ReaderAccount): Sql => sql`
  (select count(*) from ticket_messages m
    where m.ticket_id = t.id and m.removed_at is null and m.account_id is distinct from ${id}
      and m.number > coalesce((select r.read_number from ticket_readers r
        where r.ticket_id = t.id and r.account_id = ${id}), 0))
  + (case when (t.account_id = ${id} and t.customer_line_id is null) or exists (select from ticket_readers r
      where r.ticket_id = t.id and r.account_id = ${id} and r.read_at is not null) then 0 else 1 end)`;

type Counts = Record<TicketStatus, number>;

async function countByStatus(reader: Reader, where: Sql): Promise<Counts> {
  const bounded = ticketStatuses.map(
    (status) => sql`
      select ${status}::int as status, count(*) as count
      from (select from tickets t where ${where} and t.status = ${status} limit ${EXACT_TOTAL_LIMIT}) counted`,
  );
  const rows = await reader.many<{ status: TicketStatus; count: number }>(
    join(bounded, ' union all '),
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as Counts;
}

interface UnreadTabs {
  readonly unread: Counts;
  readonly newestUnread: TicketStatus | null;
}

/**
 * Reads the unread counts of the tabs. They are zero for admins, because every unopened ticket of
 * all resellers would count.
 */
async function readUnread(reader: Reader, actor: ReaderAccount, where: Sql): Promise<UnreadTabs> {
  if (actor.profile === 'admin') return { unread: NONE_UNREAD, newestUnread: null };
  const isUnread = sql`${where} and ${unreadBy(actor)} > 0`;
  const newest = await reader.first<{ status: TicketStatus }>(
    sql`select t.status from tickets t where ${isUnread} order by t.last_at desc, t.id desc limit 1`,
  );
  if (!newest) return { unread: NONE_UNREAD, newestUnread: null };
  return { unread: await countByStatus(reader, isUnread), newestUnread: newest.status };
}

const NONE_UNREAD: Counts = { 0: 0, 1: 0, 2: 0, 3: 0 };

/** Sort columns that an index has in their order. */
const walked = { created_at: raw('t.created_at'), last_at: raw('t.last_at') } as const;

const isWalked = (sort: TicketSort): sort is keyof typeof walked => sort in walked;

type SortKeys = Readonly<Record<Exclude<TicketSort, keyof typeof walked>, Sql>>;

/** Sort columns. The order reveals no name that the viewer may not see. */
const sortKeys = (
  { profile }: ReaderAccount,
  franchises: ReadonlyMap<number, string>,
): SortKeys => ({
  title: sql`t.search`,
  category: raw('t.category'),
  // In alphabetical order: IPTV, P2P, «Todas».
  technology: sql`array_position(array[1, 2, 0], t.technology::int)`,
  status: raw('t.status'),
  franchise: sql`fold(${JSON.stringify(Object.fromEntries(franchises))}::jsonb
    ->> (select a.id_franchise from accounts a where a.id = t.account_id)::text)`,
  author: sql`fold(case
    when t.customer_line_id is not null
      then coalesce((select l.username from lines l where l.id = t.customer_line_id), ${CUSTOMER})
    when t.category = ${ADMINISTRATION} and ${profile !== 'admin'} then ${ADMINISTRATION_NAME}
    else (select a.username from accounts a where a.id = t.account_id) end)`,
});

/** Returns the sort column. The row whose id is the searched one comes first. */
function sortKey(key: Sql, { search, dir }: ListTicketsQuery): Sql {
  const id = parseSearchedId(search);
  if (id === undefined) return key;
  return sql`row(t.id ${raw(dir === 'asc' ? '<>' : '=')} ${id}::bigint, ${key})`;
}

async function pageOfIds(reader: Reader, query: ListTicketsQuery, where: Sql, keys: SortKeys) {
  if (!isWalked(query.sort))
    return gatherSorted(
      reader,
      sql`select t.id, ${sortKey(keys[query.sort], query)} as key from tickets t where ${where}`,
      query,
    );
  const total = await boundedTotal(reader, sql`select from tickets t where ${where}`);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const dir = raw(query.dir);
  const rows = await reader.many<{ id: number }>(sql`
    select t.id from tickets t where ${where}
    order by ${exactIdFirst(sql`t.id`, query.search)}${walked[query.sort]} ${dir}, t.id ${dir}
    limit ${limit} offset ${offset}`);
  return { total, ids: rows.map(({ id }) => id) };
}
