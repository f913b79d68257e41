/** Lists the outcomes of the caller's notices by e-mail, by Telegram and in its browsers. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  listNoticeDeliveries as declaration,
  NoticeDeliveryState,
} from '@ramal/contract/notices/notices';
import sql, { raw } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { boundedTotal, limitOffset, toPageAnswer } from '../foundation/pages.ts';
import { noticeChannels, noticeChannel, noticeDeliveryKind } from './channels.ts';

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly title: string;
  readonly state: NoticeDeliveryState;
  readonly reason: string;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export async function listNoticeDeliveries(
  { db }: AppContext,
  { actor, query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const kinds = noticeChannels.map(noticeDeliveryKind);
  const ownDeliveries = sql`
    from deliveries d left join notice_pushes p on d.kind = ${noticeDeliveryKind('push')} and p.id = d.subject_id
      join notices n on n.id = coalesce(p.notice_id, d.subject_id)
    where d.account_id = ${actor.id} and d.kind = any (${kinds}::text[])
      and strpos(fold(n.title), fold(${query.search ?? ''})) > 0`;
  const total = await boundedTotal(db, sql`select ${ownDeliveries}`);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<Row>(sql`
    select d.id, d.kind, n.title, d.state, d.reason, d.attempts, d.created_at,
      d.finished_at ${ownDeliveries}
    order by d.created_at ${raw(query.dir)}, d.id ${raw(query.dir)} limit ${limit} offset ${offset}`);
  return toPageAnswer(
    query,
    total,
    rows.map(({ kind, createdAt, finishedAt, ...row }) => ({
      ...row,
      channel: noticeChannel(kind),
      createdAtTimestamp: unixSeconds(createdAt),
      finishedAtTimestamp: finishedAt && unixSeconds(finishedAt),
    })),
  );
}
