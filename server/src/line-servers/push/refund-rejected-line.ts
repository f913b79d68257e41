/**
 * Undoes a new line that its server rejects. The payers get their credits back by counter-entries,
 * and the line is deleted with the reason in its log. This happens once, even if the rejection is
 * received several times. Source: Q-PROVIDERS.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { lockPayers, returnCharges } from '../../credits/credits.ts';
import { changeLine, lockUndeletedLine } from '../../lines/lines.ts';
import type { PlacedLine } from './placed-line.ts';

/** Request metadata for changes by the worker rather than a person. */
const origin = { ip: null, requestId: 'line-servers' } as const;

export async function refundRejectedLine(
  { db, clock }: AppContext,
  { id: placeId, lineId, revision, server }: PlacedLine,
  reason: string,
): Promise<void> {
  const now = clock.now();
  await db.tx(async (tx) => {
    const wallets = await lockPayers(tx, lineId);
    const line = await lockUndeletedLine(tx, lineId, now);
    // If the line was changed in the meantime, it is not refunded. It is pushed again.
    const isRefused = await tx.first(sql`
      select from server_lines where id = ${placeId} and revision = ${revision} and pushed_revision = 0`);
    if (!line || !isRefused) return;
    const hundredths = await returnCharges(tx, lineId, wallets, `${line.username}: ${reason}`);
    await changeLine(tx, { actor: { id: null }, requestMeta: origin }, line, {
      kind: 'line-refused',
      change: { deletedAt: now },
      before: { username: line.username, expiresAt: line.expiresAt },
      after: { reason, lineServer: server.name, ...(hundredths > 0 ? { hundredths } : {}) },
    });
  });
}
