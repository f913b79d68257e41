/**
 * Finds WhatsApp numbers and stores their faults. A franchise without its own number uses the
 * common one. The keys of a number are encrypted at rest.
 */
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader, Tx } from '../../foundation/database.ts';
import { EVERYBODY } from '../channels.ts';

export interface WhatsappNumber {
  readonly id: number;
  readonly franchiseId: number;
  readonly phoneNumberId: string;
  readonly wabaId: string;
  readonly portfolioId: string;
  readonly displayNumber: string;
  readonly verifiedName: string;
  readonly sealedToken: Buffer;
  readonly sealedAppSecret: Buffer;
  readonly pathKey: string;
  readonly costCents: number;
  readonly dailyLimit: number;
  readonly fault: string | null;
  readonly faultAt: Date | null;
  readonly lastSentAt: Date | null;
}

const TOKEN_USE = 'whatsapp-token';
const APP_SECRET_USE = 'whatsapp-app-secret';
const VERIFY_USE = 'whatsapp-verify';

const columns: Sql = sql`
  id, franchise_id, phone_number_id, waba_id,
  portfolio_id, display_number, verified_name,
  sealed_token, sealed_app_secret, path_key,
  cost_cents, daily_limit, fault, fault_at,
  last_sent_at`;

/** Returns the number that sends messages for this franchise. */
export const findNumber = (
  reader: Reader,
  franchiseId: number | null,
): Promise<WhatsappNumber | undefined> =>
  reader.first(sql`
    select ${columns} from whatsapp_numbers where franchise_id in (${EVERYBODY}, ${franchiseId ?? EVERYBODY})
    order by franchise_id desc limit 1`);

/** Returns the franchise's own number; the common number for 0. */
export const findOwnNumber = (
  reader: Reader,
  franchiseId: number,
): Promise<WhatsappNumber | undefined> =>
  reader.first(sql`select ${columns} from whatsapp_numbers where franchise_id = ${franchiseId}`);

export const findNumberById = (reader: Reader, id: number): Promise<WhatsappNumber | undefined> =>
  reader.first(sql`select ${columns} from whatsapp_numbers where id = ${id}`);

export const findNumberByPath = (
  reader: Reader,
  pathKey: string,
): Promise<WhatsappNumber | undefined> =>
  reader.first(sql`select ${columns} from whatsapp_numbers where path_key = ${pathKey}`);

export const listNumbers = (reader: Reader): Promise<WhatsappNumber[]> =>
  reader.many(sql`select ${columns} from whatsapp_numbers order by id`);

type Keys = Pick<AppContext, 'secrets'>;

export const sealToken = ({ secrets }: Keys, token: string): Buffer =>
  secrets.encrypt(TOKEN_USE, token);
export const decryptWhatsappToken = ({ secrets }: Keys, { sealedToken }: WhatsappNumber): string =>
  secrets.decrypt(TOKEN_USE, sealedToken);
export const sealAppSecret = ({ secrets }: Keys, secret: string): Buffer =>
  secrets.encrypt(APP_SECRET_USE, secret);
export const openAppSecret = ({ secrets }: Keys, { sealedAppSecret }: WhatsappNumber): string =>
  secrets.decrypt(APP_SECRET_USE, sealedAppSecret);

/** Token that Meta sends when it verifies the webhook address. */
export const deriveVerifyToken = ({ secrets }: Keys, pathKey: string): string =>
  secrets.sign(VERIFY_USE, pathKey);

export const isVerifyToken = ({ secrets }: Keys, pathKey: string, token: string): boolean =>
  secrets.verify(VERIFY_USE, pathKey, token);

export const whatsappQueue = ({ id }: Pick<WhatsappNumber, 'id'>): string => `whatsapp:${id}`;

/**
 * Returns the same text for both forms of a Brazilian number, so that they count as one person.
 * Meta omits the ninth digit of some numbers.
 */
export const toPersonNumber = (digits: string): string =>
  digits.replace(/^55(\d\d)9(\d{8})$/, '55$1$2');

/**
 * Returns the number with the ninth digit of Brazilian mobile numbers, as lines store it. A
 * landline begins with 2 to 5 and stays as it is, because a mobile number may contain its digits.
 */
export const toMobileNumber = (digits: string): string =>
  digits.replace(/^(55\d\d)([6-9]\d{7})$/, (_all, area: string, rest: string) => `${area}9${rest}`);

/** SQL expression with the same result as `toPersonNumber`. */
export const personSql = (digits: Sql): Sql =>
  sql`regexp_replace(${digits}, '^55(\\d\\d)9(\\d{8})$', '55\\1\\2')`;

export async function recordNumberFault(
  tx: Tx,
  { id }: Pick<WhatsappNumber, 'id'>,
  fault: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update whatsapp_numbers set fault = ${fault}, fault_at = ${now}
    where id = ${id} and fault is distinct from ${fault}`);
}

/**
 * Stores that a delivery succeeded, at most once a minute. A success does not end a fault. Only
 * saving the settings ends it.
 */
export async function recordNumberWorks(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id }: Pick<WhatsappNumber, 'id'>,
): Promise<void> {
  const now = clock.now();
  await db.tx((tx) =>
    tx.run(sql`
      update whatsapp_numbers set last_sent_at = ${now}
      where id = ${id}
        and (last_sent_at is null or last_sent_at < ${now}::timestamptz - interval '1 minute')`),
  );
}
