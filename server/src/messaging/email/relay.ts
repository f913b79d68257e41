/**
 * The mail relay of a franchise, or the common one if the franchise has none. The password of the
 * relay is encrypted at rest.
 */
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader } from '../../foundation/database.ts';
import { EVERYBODY } from '../channels.ts';

export interface MailRelay {
  readonly id: number;
  readonly franchiseId: number;
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly username: string;
  readonly sealedPassword: Buffer | null;
  readonly fromAddress: string;
  readonly fromName: string;
  readonly dkimSelector: string;
  readonly fault: string | null;
  readonly faultAt: Date | null;
  readonly lastSentAt: Date | null;
  readonly version: number;
}

/**
 * Purpose for which `ctx.secrets` derives the key, so that no other part of the server can decrypt
 * the stored password.
 */
const PASSWORD_USE = 'mail-relay-password';

const columns: Sql = sql`
  id, franchise_id, host, port, security, username, sealed_password,
  from_address, from_name, dkim_selector, fault,
  fault_at, last_sent_at, version`;

/** Returns the relay that sends for this franchise. */
export const findRelay = (
  reader: Reader,
  franchiseId: number | null,
): Promise<MailRelay | undefined> =>
  reader.first(sql`
    select ${columns} from mail_relays
    where franchise_id in (${EVERYBODY}, ${franchiseId ?? EVERYBODY})
    order by franchise_id desc limit 1`);

/** Returns the franchise's own relay; the common relay for 0. */
export const findOwnRelay = (reader: Reader, franchiseId: number): Promise<MailRelay | undefined> =>
  reader.first(sql`select ${columns} from mail_relays where franchise_id = ${franchiseId}`);

type Secrets = Pick<AppContext, 'secrets'>;

export const sealPassword = ({ secrets }: Secrets, password: string): Buffer =>
  secrets.encrypt(PASSWORD_USE, password);

/** Returns the decrypted password, or an empty text if none is stored. */
export const openRelayPassword = ({ secrets }: Secrets, { sealedPassword }: MailRelay): string =>
  sealedPassword ? secrets.decrypt(PASSWORD_USE, sealedPassword) : '';

export const emailQueue = ({ id }: Pick<MailRelay, 'id'>): string => `email:${id}`;

/** Stores a fault of the relay. An admin must repair it before the relay accepts mail again. */
export async function recordRelayFault(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id }: MailRelay,
  fault: string,
): Promise<void> {
  await db.tx((tx) =>
    tx.run(sql`
      update mail_relays set fault = ${fault}, fault_at = ${clock.now()}
      where id = ${id} and fault is distinct from ${fault}`),
  );
}

/**
 * Stores that a delivery succeeded, and ends a fault. If there is no fault, it writes at most once
 * a minute.
 */
export async function recordRelayWorks(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id }: MailRelay,
): Promise<void> {
  const now = clock.now();
  await db.tx((tx) =>
    tx.run(sql`
      update mail_relays set fault = null, fault_at = null, last_sent_at = ${now}
      where id = ${id} and (fault is not null or last_sent_at is null
        or last_sent_at < ${now}::timestamptz - interval '1 minute')`),
  );
}
