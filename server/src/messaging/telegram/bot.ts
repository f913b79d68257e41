/**
 * The bot of a franchise, or the common one if the franchise has none. Its token is encrypted at
 * rest.
 */
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader } from '../../foundation/database.ts';
import { EVERYBODY } from '../channels.ts';
import type { BotAccess } from './bot-api.ts';

export interface TelegramBot {
  readonly id: number;
  readonly franchiseId: number;
  readonly number: number;
  readonly username: string;
  readonly name: string;
  readonly sealedToken: Buffer;
  readonly pathKey: string;
  readonly isPolled: boolean;
  readonly nextUpdateId: number | null;
  readonly lastUpdateAt: Date | null;
  readonly fault: string | null;
  readonly faultAt: Date | null;
  readonly lastSentAt: Date | null;
}

const TOKEN_USE = 'telegram-token';
const WEBHOOK_USE = 'telegram-webhook';

const columns: Sql = sql`
  id, franchise_id, number, username, name, sealed_token,
  path_key, is_polled, next_update_id,
  last_update_at, fault, fault_at, last_sent_at`;

/** Expression: the id of the bot that sends messages for this franchise. */
export const selectBotId = (franchiseId: number | null): Sql => sql`(
  select id from telegram_bots where franchise_id in (${EVERYBODY}, ${franchiseId ?? EVERYBODY})
  order by franchise_id desc limit 1)`;

/** Returns the bot that sends messages for this franchise. */
export const findBot = (
  reader: Reader,
  franchiseId: number | null,
): Promise<TelegramBot | undefined> =>
  reader.first(sql`select ${columns} from telegram_bots where id = ${selectBotId(franchiseId)}`);

/** Returns the franchise's own bot; the common bot for 0. */
export const findOwnBot = (reader: Reader, franchiseId: number): Promise<TelegramBot | undefined> =>
  reader.first(sql`select ${columns} from telegram_bots where franchise_id = ${franchiseId}`);

export const findBotById = (reader: Reader, id: number): Promise<TelegramBot | undefined> =>
  reader.first(sql`select ${columns} from telegram_bots where id = ${id}`);

export const findBotByPath = (reader: Reader, pathKey: string): Promise<TelegramBot | undefined> =>
  reader.first(sql`select ${columns} from telegram_bots where path_key = ${pathKey}`);

export const listPolledBots = (reader: Reader): Promise<TelegramBot[]> =>
  reader.many(sql`select ${columns} from telegram_bots where is_polled order by id`);

export const sealToken = ({ secrets }: Pick<AppContext, 'secrets'>, token: string): Buffer =>
  secrets.encrypt(TOKEN_USE, token);

export const toBotAccess = (
  { config, secrets }: Pick<AppContext, 'config' | 'secrets'>,
  { sealedToken }: Pick<TelegramBot, 'sealedToken'>,
): BotAccess => ({
  baseUrl: config.telegramUrl,
  token: secrets.decrypt(TOKEN_USE, sealedToken),
});

export const telegramQueue = ({ id }: Pick<TelegramBot, 'id'>): string => `telegram:${id}`;

/**
 * Secret that Telegram sends with each update. It is derived from the path, which changes with the
 * token.
 */
export const deriveWebhookSecret = (
  { secrets }: Pick<AppContext, 'secrets'>,
  { pathKey }: Pick<TelegramBot, 'pathKey'>,
): string => secrets.sign(WEBHOOK_USE, pathKey);

export const isWebhookSecret = (
  { secrets }: Pick<AppContext, 'secrets'>,
  { pathKey }: Pick<TelegramBot, 'pathKey'>,
  secret: string,
): boolean => secrets.verify(WEBHOOK_USE, pathKey, secret);

/** Texts of faults. The settings show a fault until a later success proves that it has ended. */
export const botFaults = {
  token: 'O Telegram não aceita mais o token deste bot.',
  readElsewhere: 'Outro programa lê as mensagens deste bot. Pare-o ou crie outro bot.',
} as const;

export async function recordBotFault(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id }: Pick<TelegramBot, 'id'>,
  fault: string,
): Promise<void> {
  await db.tx((tx) =>
    tx.run(sql`
      update telegram_bots set fault = ${fault}, fault_at = ${clock.now()}
      where id = ${id} and fault is distinct from ${fault}`),
  );
}

/** Records a sent message and ends a token fault. The time is written at most once a minute. */
export async function recordBotSent(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id }: Pick<TelegramBot, 'id'>,
): Promise<void> {
  const now = clock.now();
  await db.tx(async (tx) => {
    await tx.run(endTokenFault(id));
    await tx.run(sql`
      update telegram_bots set last_sent_at = ${now}
      where id = ${id} and (last_sent_at is null
        or last_sent_at < ${now}::timestamptz - interval '1 minute')`);
  });
}

/**
 * Statement that ends a fault of the token. It is used after an answer without an error, which
 * proves that the token is valid. A fault about another reader of the bot remains.
 */
export const endTokenFault = (id: number): Sql => sql`
  update telegram_bots set fault = null, fault_at = null
  where id = ${id} and fault is not null and fault <> ${botFaults.readElsewhere}`;

/**
 * Statement that ends every fault. It is used after a successful read of updates. The token is then
 * valid, and no other program reads the bot.
 */
export const endEveryFault = (id: number): Sql => sql`
  update telegram_bots set fault = null, fault_at = null where id = ${id} and fault is not null`;
