/** Channels of a seller's chats with their links and their last problems. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type ChatChannel,
  chatChannels,
  type getSalesChats as declaration,
  type SalesChatChannel,
} from '@ramal/contract/storefront/sales-chats';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { raw } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { findBot, findNumber } from '../messaging/messaging.ts';
import { readAccountPublicId } from '../offers/offers.ts';
import { readStorefront, telegramChatUrl, whatsappChatUrl } from '../storefront/storefront.ts';

export async function getSalesChats(
  ctx: AppContext,
  { actor }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { db } = ctx;
  const [bot, number, page, publicId] = await Promise.all([
    findBot(db, actor.idFranchise),
    findNumber(db, actor.idFranchise),
    readStorefront(db, actor.id),
    readAccountPublicId(db, actor.id),
  ]);
  const sellerName = page?.name ?? actor.username;
  const connected = {
    telegram: bot && {
      name: `@${bot.username}`,
      url: telegramChatUrl(bot, { publicId }),
      fault: bot.fault,
    },
    whatsapp: number && {
      name: number.displayNumber || number.phoneNumberId,
      url: whatsappChatUrl(number, { publicId, name: sellerName }) ?? null,
      fault: number.fault,
    },
  };
  const channels = chatChannels.map(async (channel): Promise<SalesChatChannel> => {
    const { lastMessageAt, problem } = await readActivity(ctx, actor.id, channel);
    const { name = '', url = null, fault } = connected[channel] ?? {};
    return {
      channel,
      name,
      url,
      lastMessageTimestamp: lastMessageAt && unixSeconds(lastMessageAt),
      problem: fault ?? problem ?? '',
    };
  });
  return { channels: await Promise.all(channels) };
}

/** A failed reply is shown for this time. */
const SHOWN_MS = DAY_MS;

interface Activity {
  readonly lastMessageAt: Date | null;
  readonly problem: string | null;
}

async function readActivity(
  { db, clock }: AppContext,
  accountId: number,
  channel: ChatChannel,
): Promise<Activity> {
  const ownChats = sql`account_id = ${accountId}
    and ${raw(channel === 'telegram' ? 'bot_id' : 'number_id')} is not null`;
  const since = new Date(clock.now().getTime() - SHOWN_MS);
  const row = await db.first<Activity>(sql`
    select (select max(last_message_at) from sales_chats where ${ownChats}) as last_message_at,
      (select problem from sales_chats where ${ownChats} and problem_at > ${since}
        order by problem_at desc limit 1) as problem`);
  return row!;
}
