/**
 * Addresses, attempts and viewings are personal data: they are stored for RAMAL_RETENTION_DAYS and
 * then erased (Q-RETENTION). Keys expire after 48 hours (Q-IDEMPOTENT). Events and the ledger keep
 * the author of every action.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { eraseFindingsCte } from '../abuse/abuse.ts';
import { eraseDeviceIpsCte } from '../devices/devices.ts';
import { eraseIpsCte } from '../events/events.ts';
import { eraseTrialDevicesCte } from '../lines/lines.ts';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { deleteOldSecondFactorTraces } from '../second-factors/second-factors.ts';
import { eraseViewingsCte } from '../watching/watching.ts';

const KEYS_LIVE_MS = 2 * DAY_MS;

export async function eraseOldTraces({ db, clock, config }: AppContext): Promise<void> {
  const now = clock.now().getTime();
  const retained = new Date(now - config.retentionDays * DAY_MS);
  await db.tx(async (tx) => {
    await tx.run(sql`delete from sign_ins where coalesce(ended_at, expires_at) < ${retained}`);
    await tx.run(sql`delete from refused_players where at < ${retained}`);
    await tx.run(
      sql`delete from idempotency_keys where created_at < ${new Date(now - KEYS_LIVE_MS)}`,
    );
    await tx.run(sql`delete from used_proofs where expires_at < ${clock.now()}`);
    await deleteOldSecondFactorTraces(tx, clock.now(), retained);
    await tx.run(eraseIpsCte(retained));
    await tx.run(eraseViewingsCte(retained));
    await tx.run(eraseFindingsCte(retained));
    await tx.run(eraseDeviceIpsCte(retained));
    await tx.run(eraseTrialDevicesCte(clock.now()));
    // Long, because a shorter setting may require the erasure of years.
  }, LONG_TIMEOUT);
}
