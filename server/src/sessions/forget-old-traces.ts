/**
 * Addresses, attempts and what was watched are personal data: kept RAMAL_RETENTION_DAYS, then erased (Q-RETENTION). Keys
 * live 48 hours (Q-IDEMPOTENT). Who did what stays in the events and the ledger.
 */
import sql from 'sql-template-tag';
import { forgettingFindings } from '../abuse/abuse.ts';
import { forgettingDeviceAddresses } from '../devices/devices.ts';
import { forgettingAddresses } from '../events/events.ts';
import { forgettingTrialDevices } from '../lines/trial-history.ts';
import { LONG_WORK } from '../foundation/database.ts';
import type { House } from '../foundation/house.ts';
import { forgetSecondFactorTraces } from '../second-factors/second-factors.ts';
import { forgettingViewings } from '../watching/online.ts';

const DAY_MS = 86_400_000;
const KEYS_LIVE_MS = 2 * DAY_MS;

export async function forgetOldTraces({ db, clock, config }: House): Promise<void> {
  const now = clock.now().getTime();
  const retained = new Date(now - config.retentionDays * DAY_MS);
  await db.tx(async (tx) => {
    await tx.run(sql`delete from sign_ins where coalesce(ended_at, expires_at) < ${retained}`);
    await tx.run(sql`delete from refused_players where at < ${retained}`);
    await tx.run(
      sql`delete from idempotency_keys where created_at < ${new Date(now - KEYS_LIVE_MS)}`,
    );
    await tx.run(sql`delete from used_proofs where expires_at < ${clock.now()}`);
    await forgetSecondFactorTraces(tx, clock.now(), retained);
    await tx.run(forgettingAddresses(retained));
    await tx.run(forgettingViewings(retained));
    await tx.run(forgettingFindings(retained));
    await tx.run(forgettingDeviceAddresses(retained));
    await tx.run(forgettingTrialDevices(clock.now()));
    // Who retains less from now on has years of them to forget.
  }, LONG_WORK);
}
