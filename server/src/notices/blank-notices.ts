/** Removes the text of notices whose source was deleted. */
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import { signalNoticesChanged } from './mark-notices-read.ts';

interface RemovedNotice {
  /** Accounts that may have received the notice. */
  readonly accounts: readonly number[];
  readonly subject: string;
  readonly text: string;
}

/**
 * Number of characters of the deleted text that are compared, because a notice contains only the
 * beginning of it.
 */
const COMPARED = 100;

/** Replaces the text of the notices. The notices themselves remain. */
export async function blankNotices(
  tx: Tx,
  { accounts, subject, text }: RemovedNotice,
): Promise<void> {
  const beginning = text.replace(/\s+/gu, ' ').trim().slice(0, COMPARED);
  if (beginning === '') return;
  const changed = await tx.many<{ account: number }>(sql`
    update notices set body = 'Mensagem removida'
    where account_id = any(${accounts}::bigint[]) and subject = ${subject} and strpos(body, ${beginning}) > 0
    returning account_id as account`);
  const recipients = [...new Set(changed.map(({ account }) => account))];
  if (recipients.length > 0) await signalNoticesChanged(tx, recipients);
}
