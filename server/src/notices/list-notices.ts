/** Lists the caller's notices, counts the unread ones, and marks them as read. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { countNotices as countDeclaration } from '@ramal/contract/notices/notice-count';
import {
  type listNotices as listDeclaration,
  MAX_NOTICES,
  type readNotices as readDeclaration,
} from '@ramal/contract/notices/notices';
import type { NoticeKind } from '@ramal/contract/rules/notices';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { signalNoticesChanged } from './mark-notices-read.ts';

/**
 * Condition on `notices n`: the notice belongs to this account, and its kind is enabled in the
 * panel.
 */
const isShownTo = (accountId: number): Sql => sql`
  n.account_id = ${accountId} and not exists (select from notice_choices c
    where c.account_id = n.account_id and n.kind <> all (c.panel))`;

async function unreadOf(reader: Reader, accountId: number): Promise<number> {
  const row = await reader.first<{ unread: number }>(sql`
    select count(*)::int as unread from notices n where ${isShownTo(accountId)} and n.read_at is null`);
  return row!.unread;
}

export const countNotices = async (
  { db }: AppContext,
  { actor }: Call<typeof countDeclaration>,
): Promise<HandlerResult<typeof countDeclaration>> => ({ unread: await unreadOf(db, actor.id) });

interface Row {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly createdAt: Date;
  readonly read: boolean;
}

export async function listNotices(
  { db }: AppContext,
  { actor }: Call<typeof listDeclaration>,
): Promise<HandlerResult<typeof listDeclaration>> {
  const [rows, unread] = await Promise.all([
    db.many<Row>(sql`
      select n.id, n.kind, n.title, n.body as text, n.path, n.created_at,
        n.read_at is not null as read
      from notices n where ${isShownTo(actor.id)}
      order by n.created_at desc, n.id desc limit ${MAX_NOTICES}`),
    unreadOf(db, actor.id),
  ]);
  return {
    data: rows.map(({ createdAt, ...row }) => ({
      ...row,
      createdAtTimestamp: unixSeconds(createdAt),
    })),
    unread,
  };
}

export async function readNotices(
  { db, clock }: AppContext,
  { actor, body }: Call<typeof readDeclaration>,
): Promise<HandlerResult<typeof readDeclaration>> {
  return db.tx(async (tx) => {
    const marked = await tx.run(sql`
      update notices set read_at = ${clock.now()}
      where account_id = ${actor.id} and read_at is null
        and ${body.id === undefined ? sql`true` : sql`id = ${body.id}`}`);
    if (marked > 0) await signalNoticesChanged(tx, [actor.id]);
    return { message: 'Avisos lidos', unread: await unreadOf(tx, actor.id) };
  });
}
