/**
 * Creates outbox deliveries for notices, by the channels that their accounts chose. A new notice
 * requests the job. The job also runs every minute for notices that a stopped worker has not
 * processed.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import type { Job } from '../foundation/jobs.ts';
import {
  emailQueueOf,
  findChat,
  findPushSubscriptions,
  findRelay,
  telegramQueueOf,
} from '../messaging/messaging.ts';
import { DISPATCH_JOB } from './notify.ts';
import { enqueueDeliveries, type NewDelivery } from '../outbox/outbox.ts';
import { type NoticeChannel, noticeDeliveryKind } from './channels.ts';

const MAX_CLAIMED = 500;
/** Delay before sending. A notice that is read on the screen within this time is not sent. */
const SEND_DELAY_MS = MINUTE_MS;

export const dispatchNotices: Job = {
  name: DISPATCH_JOB,
  schedule: '* * * * *',
  work: async (ctx) => {
    while ((await dispatchWaiting(ctx)) === MAX_CLAIMED);
  },
};

interface Waiting {
  readonly id: number;
  readonly accountId: number;
  readonly franchiseId: number | null;
  readonly createdAt: Date;
  readonly byEmail: boolean;
  readonly byTelegram: boolean;
  readonly byPush: boolean;
}

const dispatchWaiting = (ctx: AppContext): Promise<number> =>
  ctx.db.tx(async (tx) => {
    const waiting = await tx.many<Waiting>(sql`
      update notices n set is_waiting = false
      from (select id, account_id from notices where is_waiting order by id limit ${MAX_CLAIMED}
          for no key update skip locked) chosen
        join accounts a on a.id = chosen.account_id
        left join notice_choices c on c.account_id = chosen.account_id
      where n.id = chosen.id
      returning n.id, n.account_id, a.id_franchise as franchise_id,
        n.created_at, coalesce(n.kind = any (c.email), false) as by_email,
        coalesce(n.kind = any (c.telegram), false) as by_telegram,
        coalesce(n.kind = any (c.push), true) as by_push`);
    const queues = new Map<string, string>();
    const deliveries = await pushesOf(tx, waiting);
    for (const notice of waiting)
      for (const channel of channelsFor(notice))
        deliveries.push({
          kind: noticeDeliveryKind(channel),
          queue: await queueOf(tx, queues, notice, channel),
          subjectId: notice.id,
          ...addressed(notice),
        });
    await enqueueDeliveries(ctx, tx, deliveries);
    return waiting.length;
  });

const addressed = ({ accountId, createdAt }: Waiting) => ({
  accountId,
  dueAt: new Date(createdAt.getTime() + SEND_DELAY_MS),
});

type AddressedChannel = Exclude<NoticeChannel, 'push'>;

const channelsFor = ({ byEmail, byTelegram }: Waiting): AddressedChannel[] => [
  ...(byEmail ? (['email'] as const) : []),
  ...(byTelegram ? (['telegram'] as const) : []),
];

/** Creates a delivery for each browser of the account. */
async function pushesOf(tx: Tx, waiting: readonly Waiting[]): Promise<NewDelivery[]> {
  const pushed = waiting.filter(({ byPush }) => byPush);
  const browsers = await findPushSubscriptions(
    tx,
    pushed.map(({ accountId }) => accountId),
  );
  const pairs = pushed.flatMap((notice) =>
    browsers
      .filter(({ accountId }) => accountId === notice.accountId)
      .map((browser) => ({ notice, browser })),
  );
  const rows = await tx.many<{ id: number; noticeId: number; browserId: number }>(sql`
    insert into notice_pushes (notice_id, subscription_id)
    select * from unnest(${pairs.map(({ notice }) => notice.id)}::bigint[],
      ${pairs.map(({ browser }) => browser.id)}::bigint[])
    on conflict do nothing
    returning id, notice_id, subscription_id as browser_id`);
  return rows.map(({ id, noticeId, browserId }) => {
    const { notice, browser } = pairs.find(
      (pair) => pair.notice.id === noticeId && pair.browser.id === browserId,
    )!;
    return {
      kind: noticeDeliveryKind('push'),
      queue: browser.queue,
      subjectId: id,
      ...addressed(notice),
    };
  });
}

/**
 * Returns the queue of the relay or bot that sends the notice. Without a relay or bot the delivery
 * runs at once, and its log shows the missing setting.
 */
async function queueOf(
  tx: Tx,
  addresses: Map<string, string>,
  { accountId, franchiseId }: Waiting,
  channel: AddressedChannel,
): Promise<string> {
  const key = channel === 'email' ? `email of ${franchiseId}` : `telegram of ${accountId}`;
  const before = addresses.get(key);
  if (before !== undefined) return before;
  const queue = (await findQueue(tx, accountId, franchiseId, channel)) ?? `bell-${channel}`;
  addresses.set(key, queue);
  return queue;
}

async function findQueue(
  tx: Tx,
  accountId: number,
  franchiseId: number | null,
  channel: AddressedChannel,
): Promise<string | undefined> {
  if (channel === 'email') {
    const relay = await findRelay(tx, franchiseId);
    return relay && emailQueueOf(relay);
  }
  const chat = await findChat(tx, { accountId });
  return chat && telegramQueueOf({ id: chat.botId });
}
