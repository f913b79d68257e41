/**
 * A line that its server refused when it was created is undone: whatever it cost goes back to whoever paid,
 * by counter-entries, and the line is gone with the reason in its log. It happens once, however often the
 * refusal is heard. Source: Q-PROVIDERS.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { lockPayersOf, returnCharges } from '../credits/credits.ts';
import type { RefusedLine } from '../line-servers/line-servers.ts';
import { changeLine, lockStandingLine } from '../lines/lines.ts';

/** From where the worker acts: no person's address and no request. */
const origin = { ip: null, requestId: 'line-servers' } as const;

export async function returnRefusedLine(
  { db, clock }: AppContext,
  { lineId, placeId, revision, server }: RefusedLine,
  reason: string,
): Promise<void> {
  const now = clock.now();
  await db.tx(async (tx) => {
    const wallets = await lockPayersOf(tx, lineId);
    const line = await lockStandingLine(tx, lineId, now);
    // Changed meanwhile, it is tried again as it is now.
    const isRefused = await tx.first(sql`
      select from server_lines where id = ${placeId} and revision = ${revision} and pushed_revision = 0`);
    if (!line || !isRefused) return;
    const hundredths = await returnCharges(tx, lineId, wallets, `${line.username}: ${reason}`);
    await changeLine(tx, { actor: { id: null }, requestMeta: origin }, line, {
      kind: 'line-refused',
      change: { deletedAt: now },
      before: { username: line.username, expiresAt: line.expiresAt },
      after: { reason, lineServer: server, ...(hundredths > 0 ? { hundredths } : {}) },
    });
  });
}
