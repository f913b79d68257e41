/**
 * Writes notices for accounts, one row each. The next notice of the same kind and subject replaces
 * an unread one, which is then not sent again outside the panel.
 */
import type { NoticeKind } from '@ramal/contract/rules/notices';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import { shortenText } from '../foundation/files/cut-text.ts';
import { signalNoticesChanged } from './mark-notices-read.ts';

export interface NoticeLine {
  readonly text: string;
  readonly path: string;
}

export interface NewNotice {
  /** A query with one column, the ids of the accounts. */
  readonly accounts: Sql;
  readonly kind: NoticeKind;
  /** Identifies the subject, such as `ticket-12`. */
  readonly subject: string;
  /** Plain text. Markup in it is shown as text. */
  readonly title: string;
  readonly body: string;
  readonly path: string;
  /** Text lines of a message outside the panel, each with the path of its screen. */
  readonly lines?: readonly NoticeLine[];
  readonly at: Date;
}

/** The job that creates the outbox deliveries of waiting notices. */
export const DISPATCH_JOB = 'hand-over-notices';

const MAX_TITLE_LENGTH = 100;
const MAX_BODY_LENGTH = 200;

/**
 * Writes the notice for accounts in the order of their ids, so that two transactions with the same
 * accounts do not deadlock.
 */
export async function notify(tx: Tx, notice: NewNotice): Promise<void> {
  const { accounts, kind, subject, path, at } = notice;
  const lines = notice.lines ? JSON.stringify(notice.lines) : null;
  const written = await tx.first<{ accounts: number[]; waits: boolean }>(sql`
    with written as (
      insert into notices (account_id, kind, subject, title, body, path, lines, created_at, is_waiting)
      select a.id, ${kind}, ${subject}, ${oneLine(notice.title, MAX_TITLE_LENGTH)},
        ${oneLine(notice.body, MAX_BODY_LENGTH)}, ${path}, ${lines}::jsonb, ${at},
        coalesce(${kind} = any (c.email || c.telegram), false)
          or coalesce(${kind} = any (c.push), true)
            and exists (select from push_subscriptions s where s.account_id = a.id)
      from accounts a left join notice_choices c on c.account_id = a.id
      where a.id in (${accounts}) and a.deleted_at is null
      order by a.id
      on conflict (account_id, kind, subject) where read_at is null
      do update set title = excluded.title, body = excluded.body, path = excluded.path, lines = excluded.lines,
        created_at = excluded.created_at
      returning account_id, is_waiting
    )
    select coalesce(array_agg(account_id), '{}') as accounts, coalesce(bool_or(is_waiting), false) as waits
    from written`);
  const { accounts: ids, waits } = written!;
  if (ids.length === 0) return;
  await signalNoticesChanged(tx, ids);
  if (waits) await tx.many(sql`select ask_job(${DISPATCH_JOB}, '{}'::json, ${DISPATCH_JOB})`);
}

const oneLine = (text: string, longest: number): string =>
  shortenText(text.replace(/\s+/gu, ' ').trim(), longest);
