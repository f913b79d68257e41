/**
 * Addresses that receive no e-mail. An invalid address is suppressed permanently. An address with a
 * full mailbox is suppressed for thirty days after three rejections within thirty days.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { cutText } from '../../foundation/files/cut-text.ts';
import type { Reader } from '../../foundation/database.ts';

const REFUSALS_OF_A_FULL_MAILBOX = 3;
const FULL_DAYS = 30;
const MAX_RESPONSE_LENGTH = 300;

/** Returns the reason why the address receives no e-mail; undefined if it is not suppressed. */
export async function findSuppression(
  reader: Reader,
  address: string,
  now: Date,
): Promise<'dead' | 'full' | undefined> {
  const row = await reader.first<{ reason: 'dead' | 'full' }>(sql`
    select reason from email_suppressions
    where address = ${address.toLowerCase()} and (until is null or until > ${now})`);
  return row?.reason;
}

/** Condition: the address in the expression is suppressed. */
export const isSuppressed = (address: Sql, now: Date): Sql => sql`exists (
  select from email_suppressions s
  where s.address = lower(${address}) and (s.until is null or s.until > ${now}))`;

export async function recordBadMailbox(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  address: string,
  mailbox: 'dead' | 'full',
  answer: string,
): Promise<void> {
  const now = clock.now();
  const lower = address.toLowerCase();
  await db.tx(async (tx) => {
    if (mailbox === 'full') {
      const since = new Date(now.getTime() - FULL_DAYS * DAY_MS);
      await tx.run(sql`delete from full_mailboxes where at < ${since}`);
      await tx.run(sql`insert into full_mailboxes (address, at) values (${lower}, ${now})`);
      const refusals = await tx.first<{ count: number }>(
        sql`select count(*) from full_mailboxes where address = ${lower}`,
      );
      if (refusals!.count < REFUSALS_OF_A_FULL_MAILBOX) return;
    }
    const until = mailbox === 'full' ? new Date(now.getTime() + FULL_DAYS * DAY_MS) : null;
    await tx.run(sql`
      insert into email_suppressions (address, reason, answer, created_at, until)
      values (${lower}, ${mailbox}, ${cutText(answer, MAX_RESPONSE_LENGTH)}, ${now}, ${until})
      on conflict (address) do update
      set reason = excluded.reason, answer = excluded.answer, created_at = excluded.created_at,
        until = excluded.until`);
  });
}
