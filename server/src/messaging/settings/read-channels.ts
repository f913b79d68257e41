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
import { builtInTemplates } from '../whatsapp/built-in-templates.ts';
import {
  findNumber,
  findOwnNumber,
  deriveVerifyToken,
  type WhatsappNumber,
} from '../whatsapp/number.ts';
import { countRemainingRecipients } from '../whatsapp/send-whatsapp.ts';
import { readTemplates } from '../whatsapp/templates.ts';
import { WHATSAPP_PATH } from '../whatsapp/webhook.ts';

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

export async function readChannels(ctx: AppContext, franchise: number): Promise<State> {
  const { db } = ctx;
  const [relay, bot] = [await findOwnRelay(db, franchise), await findOwnBot(db, franchise)];
  const number = await findOwnNumber(db, franchise);
  const isFranchise = franchise !== EVERYBODY;
  return {
    franchise,
    email: relay ? relayOnWire(relay) : null,
    telegram: bot ? { ...botOnWire(bot), connected: await countConnected(ctx, bot) } : null,
    whatsapp: number ? await numberOnWire(ctx, number) : null,
    inheritsEmail: isFranchise && !relay && (await findRelay(db, franchise)) !== undefined,
    inheritsTelegram: isFranchise && !bot && (await findBot(db, franchise)) !== undefined,
    inheritsWhatsapp: isFranchise && !number && (await findNumber(db, franchise)) !== undefined,
  };
}

const healthOnWire = ({
  fault,
  faultAt,
  lastSentAt,
}: MailRelay | TelegramBot | WhatsappNumber) => ({
  fault,
  faultAtTimestamp: faultAt && unixSeconds(faultAt),
  lastSentAtTimestamp: lastSentAt && unixSeconds(lastSentAt),
});

const relayOnWire = (relay: MailRelay) => ({
  host: relay.host,
  port: relay.port,
  security: relay.security,
  username: relay.username,
  hasPassword: relay.sealedPassword !== null,
  fromAddress: relay.fromAddress,
  fromName: relay.fromName,
  dkimSelector: relay.dkimSelector,
  ...healthOnWire(relay),
});

const botOnWire = (bot: TelegramBot) => ({
  username: bot.username,
  name: bot.name,
  polled: bot.isPolled,
  ...healthOnWire(bot),
});

async function numberOnWire(ctx: AppContext, number: WhatsappNumber) {
  const stored = await readTemplates(ctx.db, number.id);
  const missing = { status: 'MISSING', category: '', reason: '' };
  return {
    phoneNumberId: number.phoneNumberId,
    wabaId: number.wabaId,
    portfolioId: number.portfolioId,
    displayNumber: number.displayNumber,
    verifiedName: number.verifiedName,
    costCents: number.costCents,
    dailyLimit: number.dailyLimit,
    room: Math.max(0, await countRemainingRecipients(ctx, number)),
    webhookPath: `${WHATSAPP_PATH}/${number.pathKey}`,
    verifyToken: deriveVerifyToken(ctx, number.pathKey),
    templates: builtInTemplates.map(({ name, body }) => ({
      ...(stored.find((template) => template.name === name) ?? missing),
      name,
      body,
    })),
    ...healthOnWire(number),
  };
}

async function countConnected({ db }: Pick<AppContext, 'db'>, { id }: TelegramBot) {
  const row = await db.first<{ count: number }>(sql`
    select count(*) from telegram_connections where bot_id = ${id} and ended_at is null`);
  return row!.count;
}
