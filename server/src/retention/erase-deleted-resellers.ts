/**
 * Thirty days after its deletion an account cannot be restored any more. Its personal data and
 * credentials are erased, and its user name becomes free. Its events and movements are kept.
 * Source: Q-UNDO, Q-RETENTION.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import { eraseEventsOfAccounts } from '../events/events.ts';
import { type Tx, combineCtes } from '../foundation/database.ts';
import type { Job } from '../foundation/jobs.ts';
import { RESTORABLE_DAYS } from '../resellers/resellers.ts';
import { lockTree } from '../access/access.ts';
import { eraseConnections } from './erase-connections.ts';

export const eraseDeletedResellers: Job = {
  name: 'erase-deleted-resellers',
  schedule: '50 7 * * *',
  work: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - RESTORABLE_DAYS * DAY_MS);
    await db.tx(async (tx) => {
      // The lock prevents a restoration of an account while it is being erased.
      await lockTree(tx);
      await eraseAccounts(
        tx,
        sql`select id from accounts where deleted_at < ${before} and username <> '#' || id`,
      );
      await eraseCredentials(tx, sql`select id from accounts where deleted_at < ${before}`);
    });
  },
};

/** Erases the personal data and credentials of deleted accounts (ids) and frees their user names. */
export async function eraseAccounts(tx: Tx, due: Sql): Promise<void> {
  const accounts = await tx.many<{ id: number; username: string }>(
    sql`select id, username from accounts where id in (${due})`,
  );
  if (accounts.length === 0) return;
  await eraseEventsOfAccounts(tx, accounts);
  await tx.run(
    combineCtes({
      erased: sql`
        update accounts set username = '#' || id, password_hash = '', whatsapp = null, email = null,
          totp_secret = null, totp_pending = null, totp_pending_by = null, totp_pending_at = null,
          link_host = null
        where id in (${due})`,
      passkeys: sql`delete from passkeys where account_id in (${due})`,
      codes: sql`delete from recovery_codes where account_id in (${due})`,
      texts: sql`delete from message_texts where account_id in (${due})`,
      reminders: sql`update reminder_texts set body = '–' where account_id in (${due})`,
    }),
  );
}

/** Erases payment keys, notification settings and contact data of these accounts (ids). */
async function eraseCredentials(tx: Tx, gone: Sql): Promise<void> {
  const theirs = sql`account_id in (${gone})`;
  await tx.run(eraseConnections(theirs));
  await tx.run(
    combineCtes({
      payments: sql`
        update payment_accounts set public_key = null, sealed_token = null, sealed_webhook_secret = null, keys_saved_at = null,
          collector = null, finding = null
        where ${theirs} and num_nonnulls(public_key, sealed_token, sealed_webhook_secret, collector, finding) > 0`,
      providers: sql`
        update provider_accounts set sealed_key = null, sealed_notice_password = null, holder_name = '',
          holder_document = '', pix_key = null
        where ${theirs} and sealed_key is not null`,
      receivers: sql`
        update payment_accounts set receiver_type = null, receiver_document = null, receiver_opened_on = null,
          offers_recurring = false
        where ${theirs} and receiver_type is not null`,
      notices: sql`delete from notice_choices where ${theirs}`,
      addresses: sql`delete from address_confirmations where ${theirs}`,
      endpoints: sql`delete from webhook_endpoints where ${theirs}`,
      browsers: sql`delete from push_subscriptions where ${theirs}`,
    }),
  );
}
