/** Marks notices as read if the account has seen their subject on its screen. */
import type { NoticeKind } from '@ramal/contract/rules/notices';
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import { sendSignal } from '../foundation/live/send-signal.ts';

interface SeenSubject {
  readonly accountId: number;
  readonly kinds: readonly NoticeKind[];
  readonly subject: string;
  readonly at: Date;
}

export async function markNoticesRead(
  tx: Tx,
  { accountId, kinds, subject, at }: SeenSubject,
): Promise<void> {
  const marked = await tx.run(sql`
    update notices set read_at = ${at}
    where account_id = ${accountId} and kind = any (${[...kinds]}::text[]) and subject = ${subject}
      and read_at is null`);
  if (marked > 0) await signalNoticesChanged(tx, [accountId]);
}

/** Tells the panels of these accounts to count the unread notices again. */
export const signalNoticesChanged = (tx: Tx, accounts: readonly number[]): Promise<void> =>
  sendSignal(tx, {
    topic: 'notices',
    accounts: sql`${[...accounts]}::bigint[]`,
    admins: false,
    data: {},
  });
