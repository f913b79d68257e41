/**
 * Current state of the line, the channels and the seller of a ticket, which the panel shows next to
 * the conversation. The state when the ticket was opened is stored with the ticket.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { readTicketContext as declaration } from '@ramal/contract/tickets/ticket-facts';
import { ADMINISTRATION } from '@ramal/contract/rules/tickets';
import { type RefusalReason, refusalTexts } from '@ramal/contract/watching';
import sql from 'sql-template-tag';
import { inTree } from '../access/access.ts';
import { balanceColumn, toCredits } from '../credits/credits.ts';
import type { Actor, ReaderAccount } from '../foundation/caller.ts';
import { localDay, startOfDay, unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type Ticket, findTicket } from './ticket.ts';
import { findLine, isPartOfIncident, readChannels, serializeLine } from './ticket-facts.ts';

type Context = HandlerResult<typeof declaration>;

export async function readContext(ctx: AppContext, actor: Actor, id: number): Promise<Context> {
  const ticket = await findTicket(ctx.db, actor, id);
  const [line, seller, channels, related] = await Promise.all([
    readLine(ctx, actor, ticket),
    readSeller(ctx.db, actor, ticket),
    readTicketChannels(ctx, id),
    actor.profile === 'admin' ? readRelated(ctx, ticket) : [],
  ]);
  return { line, seller, channels, related };
}

async function readLine(
  ctx: AppContext,
  actor: Actor,
  { lineId, customerLineId }: Ticket,
): Promise<Context['line']> {
  const id = customerLineId ?? lineId;
  const row = id === null ? undefined : await findLine(ctx, ctx.db, actor, id);
  if (!row) return null;
  return {
    ...serializeLine(ctx, row),
    id: row.id,
    platform: row.platform,
    screensInUse: row.screensInUse,
    refusals: await readRefusals(ctx, row.id),
  };
}

async function readRefusals({ db, clock }: AppContext, lineId: number) {
  const since = startOfDay(localDay(clock.now(), clock.timeZone), clock.timeZone);
  const rows = await db.many<{ reason: RefusalReason; refusedAt: Date }>(sql`
    select reason, refused_at from refused_plays
    where line_id = ${lineId} and refused_at >= ${since} order by refused_at desc, reason`);
  return rows.map(({ reason, refusedAt }) => ({
    text: refusalTexts[reason],
    at: unixSeconds(refusedAt),
  }));
}

interface SellerRow {
  readonly id: number;
  readonly username: string;
  readonly balance: number | null;
  readonly activeLines: number;
  readonly lastSignInAt: Date | null;
}

/** Reads the account that opened a ticket about no line, for the accounts above it. */
async function readSeller(
  reader: Reader,
  actor: ReaderAccount,
  { accountId, category, lineId, customerLineId }: Ticket,
): Promise<Context['seller']> {
  if (category === ADMINISTRATION || (customerLineId ?? lineId) !== null) return null;
  const row = await reader.first<SellerRow>(sql`
    select a.id, a.username, ${balanceColumn(sql`a.id`)} as balance,
      coalesce(t.own_iptv_actives + t.own_p2p_actives, 0) as active_lines,
      (select max(s.created_at) from sign_ins s where s.account_id = a.id) as last_sign_in_at
    from accounts a left join tree_totals t on t.account_id = a.id
    where a.id = ${accountId} and a.id <> ${actor.id} and ${inTree(actor, sql`a.id`)}`);
  if (!row) return null;
  const { lastSignInAt, balance, ...rest } = row;
  return {
    ...rest,
    balance: toCredits(balance),
    lastSignInAt: lastSignInAt && unixSeconds(lastSignInAt),
  };
}

async function readTicketChannels(ctx: AppContext, id: number): Promise<Context['channels']> {
  const rows = await ctx.db.many<{ streamId: number }>(sql`
    select stream_id from ticket_channels where ticket_id = ${id} and stream_id is not null order by position`);
  const ids = rows.map(({ streamId }) => streamId);
  return ids.length === 0 ? [] : readChannels(ctx, ctx.db, ids);
}

/** Counts the other tickets of the day about each channel of the ticket. */
const readRelated = (
  { db, clock }: AppContext,
  { id, system }: Ticket,
): Promise<Context['related']> =>
  db.many<Context['related'][number]>(sql`
    select c.key, max(c.label) as label, count(distinct t.id) as tickets
    from ticket_channels c join ticket_channels other on other.key = c.key and other.ticket_id <> c.ticket_id
      join tickets t on t.id = other.ticket_id
    where c.ticket_id = ${id} and t.system = ${system} and ${isPartOfIncident(clock.now())}
    group by c.key order by count(distinct t.id) desc, c.key`);
