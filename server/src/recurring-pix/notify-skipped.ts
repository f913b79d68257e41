/** Informs the seller about a month that the bank does not debit, so that the customer pays by hand. */
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import { notify } from '../notices/notices.ts';
import { type Cycle, findAuthorization, type SkipReason } from './authorizations.sql.ts';

/** Texts of the reasons that the seller did not cause in the panel. */
const causes: Readonly<Partial<Record<SkipReason, string>>> = {
  'too-late': 'não chegou a tempo ao banco',
  rejected: 'não foi aceito pelo provedor',
  refunded: 'não acontece, porque um pagamento anterior foi devolvido',
  'removed-at-provider': 'foi removido no provedor',
};

export async function notifySkipped(
  tx: Tx,
  { id, accountId, authorizationId, dueOn }: Cycle,
  reason: SkipReason,
  now: Date,
): Promise<void> {
  const cause = causes[reason];
  if (cause === undefined) return;
  const { payerName } = (await findAuthorization(tx, authorizationId))!;
  await notify(tx, {
    accounts: sql`select ${accountId}::bigint`,
    kind: 'customers',
    subject: `recurring-skipped-${id}`,
    title: `${payerName} paga este mês à mão`,
    body: `O débito de ${dueOn.split('-').toReversed().join('/')} ${cause}.`,
    path: '/recurring-pix',
    at: now,
  });
}
