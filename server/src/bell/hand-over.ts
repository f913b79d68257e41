/**
 * Gives notices to the outbox, by the ways that their accounts chose. Asked for when one is written; every
 * minute it takes up what a worker left behind.
 */
import type { NoticeKind } from '@ramal/contract/rules/notices';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import type { Job } from '../foundation/jobs.ts';
import { emailQueueOf, findChat, findRelay, telegramQueueOf } from '../messaging/messaging.ts';
import { HAND_OVER_JOB } from '../notices/notices.ts';
import { enqueueDeliveries, type NewDelivery } from '../outbox/outbox.ts';
import { type BellChannel, kindOf } from './channels.ts';

const MOST_AT_ONCE = 500;
/** Whoever is at the screen reads it there first, and then nothing is sent. */
const PATIENCE_MS = MINUTE_MS;

export const handOverNotices: Job = {
  name: HAND_OVER_JOB,
  schedule: '* * * * *',
  work: async (ctx) => {
    while ((await handOver(ctx)) === MOST_AT_ONCE);
  },
};

interface Waiting {
  readonly id: number;
  readonly accountId: number;
  readonly franchiseId: number | null;
  readonly kind: NoticeKind;
  readonly createdAt: Date;
  readonly email: readonly NoticeKind[];
  readonly telegram: readonly NoticeKind[];
}

const handOver = (ctx: AppContext): Promise<number> =>
  ctx.db.tx(async (tx) => {
    const waiting = await tx.many<Waiting>(sql`
      update notices n set is_waiting = false
      from (select id from notices where is_waiting order by id limit ${MOST_AT_ONCE}
          for no key update skip locked) chosen,
        accounts a, notice_choices c
      where n.id = chosen.id and a.id = n.account_id and c.account_id = n.account_id
      returning n.id, n.account_id as "accountId", a.id_franchise as "franchiseId", n.kind,
        n.created_at as "createdAt", c.email, c.telegram`);
    const queues = new Map<string, string>();
    const deliveries: NewDelivery[] = [];
    for (const notice of waiting)
      for (const channel of channelsFor(notice))
        deliveries.push({
          kind: kindOf(channel),
          queue: await queueOf(tx, queues, notice, channel),
          accountId: notice.accountId,
          subjectId: notice.id,
          dueAt: new Date(notice.createdAt.getTime() + PATIENCE_MS),
        });
    await enqueueDeliveries(ctx, tx, deliveries);
    return waiting.length;
  });

const channelsFor = ({ kind, email, telegram }: Waiting): BellChannel[] => [
  ...(email.includes(kind) ? (['email'] as const) : []),
  ...(telegram.includes(kind) ? (['telegram'] as const) : []),
];

/** Of the relay or bot that sends it; without one it is sent at once, and its log says what is missing. */
async function queueOf(
  tx: Tx,
  known: Map<string, string>,
  { accountId, franchiseId }: Waiting,
  channel: BellChannel,
): Promise<string> {
  const key = channel === 'email' ? `email of ${franchiseId}` : `telegram of ${accountId}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const queue = (await findQueue(tx, accountId, franchiseId, channel)) ?? `bell-${channel}`;
  known.set(key, queue);
  return queue;
}

async function findQueue(
  tx: Tx,
  accountId: number,
  franchiseId: number | null,
  channel: BellChannel,
): Promise<string | undefined> {
  if (channel === 'email') {
    const relay = await findRelay(tx, franchiseId);
    return relay && emailQueueOf(relay);
  }
  const chat = await findChat(tx, { accountId });
  return chat && telegramQueueOf({ id: chat.botId });
}
