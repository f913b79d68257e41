import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { getChannels as declaration } from '@ramal/contract/messaging';
import sql from 'sql-template-tag';
import { brandsOf } from '../../brands/brands.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { EVERYBODY } from '../channels.ts';
import { findOwnRelay, findRelay, type MailRelay } from '../email/relay.ts';
import { findBot, findOwnBot, type TelegramBot } from '../telegram/bot.ts';

type State = Omit<HandlerResult<typeof declaration>, 'franchises'>;

export async function getChannels(
  ctx: AppContext,
  { query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  return {
    ...(await readChannels(ctx, query.franchise)),
    franchises: [...(await brandsOf(ctx).franchises())],
  };
}

export async function readChannels({ db }: AppContext, franchise: number): Promise<State> {
  const [relay, bot] = [await findOwnRelay(db, franchise), await findOwnBot(db, franchise)];
  const isFranchise = franchise !== EVERYBODY;
  return {
    franchise,
    email: relay ? relayOnWire(relay) : null,
    telegram: bot ? { ...botOnWire(bot), connected: await countConnected({ db }, bot) } : null,
    inherits_email: isFranchise && !relay && (await findRelay(db, franchise)) !== undefined,
    inherits_telegram: isFranchise && !bot && (await findBot(db, franchise)) !== undefined,
  };
}

const healthOnWire = ({ fault, faultAt, lastSentAt }: MailRelay | TelegramBot) => ({
  fault,
  fault_at_timestamp: faultAt && unixSeconds(faultAt),
  last_sent_at_timestamp: lastSentAt && unixSeconds(lastSentAt),
});

const relayOnWire = (relay: MailRelay) => ({
  host: relay.host,
  port: relay.port,
  security: relay.security,
  username: relay.username,
  has_password: relay.sealedPassword !== null,
  from_address: relay.fromAddress,
  from_name: relay.fromName,
  dkim_selector: relay.dkimSelector,
  ...healthOnWire(relay),
});

const botOnWire = (bot: TelegramBot) => ({
  username: bot.username,
  name: bot.name,
  polled: bot.isPolled,
  ...healthOnWire(bot),
});

async function countConnected({ db }: Pick<AppContext, 'db'>, { id }: TelegramBot) {
  const row = await db.first<{ count: number }>(sql`
    select count(*) from telegram_connections where bot_id = ${id} and ended_at is null`);
  return row!.count;
}
