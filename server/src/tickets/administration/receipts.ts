/**
 * Recipients of a message of the administration. Counts them before the message is sent, and lists
 * afterwards who received and read it.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  countMessageRecipients,
  listSentMessages as listDeclaration,
  listUnreadRecipients as unreadDeclaration,
  SentMessage,
} from '@ramal/contract/tickets/administration-messages';
import sql, { raw } from 'sql-template-tag';
import { findAccessibleAccount } from '../../access/access.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { boundedTotal, limitOffset, toPageAnswer } from '../../foundation/pages.ts';
import { isRecipient } from './administration-messages.ts';

export async function countRecipients(
  { db }: AppContext,
  { actor, query }: Call<typeof countMessageRecipients>,
): Promise<HandlerResult<typeof countMessageRecipients>> {
  const id = await findAccessibleAccount(db, actor, query.revenda);
  const row = await db.first<{ username: string; firstLevel: number; tree: number }>(sql`
    select a.username,
      (select count(*) from accounts b where b.parent_id = a.id and ${isRecipient}) as first_level,
      (select count(*) from accounts b where b.ancestors @> ${[id]}::bigint[] and ${isRecipient}) as tree
    from accounts a where a.id = ${id}`);
  const { username, firstLevel, tree } = row!;
  return { id, username, firstLevel, tree };
}

/**
 * SQL fragment: number of levels between the addressed reseller (`recipient`) and its descendant `a`.
 */
const levelBelow = sql`cardinality(a.ancestors) - cardinality(recipient.ancestors)`;

/** SQL fragment: the resellers that forwarded message `t`, the newest first. */
const forwards = sql`coalesce((
  select jsonb_agg(jsonb_build_object('username', by.username, 'word', p.word, 'total', p.total, 'read', p.read) order by p.id desc)
  from (
    select n.id, n.passed_on_by, n.word, count(*)::int as total,
      count(*) filter (where r.read_at is not null)::int as read
    from (select id, passed_on_by, word from tickets where passed_on_from = t.id order by id desc limit 20) n
      join ticket_readers r on r.ticket_id = n.id and r.sent_at is not null
    group by n.id, n.passed_on_by, n.word) p
  join accounts by on by.id = p.passed_on_by), '[]')`;

interface Row extends Omit<SentMessage, 'sentAtTimestamp'> {
  readonly sentAt: Date;
}

export async function listSentMessages(
  { db }: AppContext,
  { query }: Call<typeof listDeclaration>,
): Promise<HandlerResult<typeof listDeclaration>> {
  const total = await boundedTotal(db, sql`select from tickets where sent_to is not null`);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<Row>(sql`
    select t.id, t.title, t.created_at as sent_at, recipient.username,
      coalesce(sum(l.total), 0)::int as total, coalesce(sum(l.received), 0)::int as received,
      coalesce(sum(l.read), 0)::int as read,
      coalesce(jsonb_agg(to_jsonb(l) order by l.level) filter (where l.level is not null), '[]') as levels,
      ${forwards} as passed_on,
      (select count(*)::int from tickets p where p.passed_on_from = t.id) as passed_on_count
    from (select * from tickets where sent_to is not null order by id desc limit ${limit} offset ${offset}) t
      join accounts recipient on recipient.id = t.sent_to
      left join lateral (
        select ${levelBelow} as level, count(*)::int as total,
          count(*) filter (where r.received_at is not null or r.read_at is not null)::int as received,
          count(*) filter (where r.read_at is not null)::int as read
        from ticket_readers r join accounts a on a.id = r.account_id
        where r.ticket_id = t.id and r.sent_at is not null
        group by level) l on true
    group by t.id, t.title, t.created_at, recipient.username
    order by t.id desc`);
  return toPageAnswer(
    query,
    total,
    rows.map(({ sentAt, ...row }) => ({ ...row, sentAtTimestamp: unixSeconds(sentAt) })),
  );
}

const unreadKey = {
  username: sql`fold(a.username)`,
  level: levelBelow,
  received_at: sql`r.received_at`,
} as const;

export async function listUnreadRecipients(
  { db }: AppContext,
  { params, query }: Call<typeof unreadDeclaration>,
): Promise<HandlerResult<typeof unreadDeclaration>> {
  const message = await db.first(
    sql`select from tickets where id = ${params.id} and sent_to is not null`,
  );
  if (!message) refuse('message_not_found');
  const unread = sql`
    from ticket_readers r join accounts a on a.id = r.account_id
      join tickets t on t.id = r.ticket_id join accounts recipient on recipient.id = t.sent_to
    where r.ticket_id = ${params.id} and r.sent_at is not null and r.read_at is null
      and strpos(fold(a.username), fold(${query.search ?? ''})) > 0`;
  const total = await boundedTotal(db, sql`select ${unread}`);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<{
    id: number;
    username: string;
    level: number;
    receivedAt: Date | null;
  }>(sql`
    select a.id, a.username, ${levelBelow} as level, r.received_at ${unread}
    order by ${unreadKey[query.sort]} ${raw(query.dir)} nulls last, a.id ${raw(query.dir)}
    limit ${limit} offset ${offset}`);
  return toPageAnswer(
    query,
    total,
    rows.map(({ receivedAt, ...row }) => ({
      ...row,
      receivedAtTimestamp: receivedAt && unixSeconds(receivedAt),
    })),
  );
}
