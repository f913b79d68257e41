/** Recovers a cluster to a moment in a separate folder and starts it. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '../../foundation/postgres/embedded.ts';
import { openDataDir } from '../../foundation/postgres/data-dir.ts';
import type { Identity } from '../age-stream.ts';
import type { TrustedSigners } from '../signature.ts';
import type { BackupStore } from '../stores/store.ts';
import { type RecoveryPlan, type RecoveryTarget, planRecovery } from './plan-recovery.ts';
import { INCOMING, RESTORE_COMMAND, type Supply, announceWal, supplyWal } from './supply-wal.ts';
import { type UnpackedBase, unpackBase } from './unpack-base.ts';

interface RecoverInput {
  readonly store: BackupStore;
  readonly identities: readonly Identity[];
  readonly trusted: TrustedSigners;
  readonly target: RecoveryTarget;
  /** Folder for the cluster. It must be empty or missing. */
  readonly folder: string;
  /** False to skip fsync, if the result is deleted afterwards as in a drill. */
  readonly fsync: boolean;
  readonly isBackground?: boolean;
  readonly settings?: Record<string, string>;
  readonly log?: (line: string) => void;
  readonly onSegment?: Supply['onSegment'];
}

export interface RecoveredCluster extends UnpackedBase {
  readonly server: EmbeddedPostgres;
  readonly plan: RecoveryPlan;
}

export async function recover(input: RecoverInput): Promise<RecoveredCluster> {
  const plan = await planRecovery(input.store, input.target);
  try {
    return await recoverBy(plan, input);
  } catch (error) {
    // PostgreSQL reports this error if no transaction was committed after the moment. The state at
    // the moment is then the state at the end, so the recovery restores the end.
    if (!NOTHING_LATER.test(String(error))) throw error;
    await rm(input.folder, { recursive: true });
    return recoverBy(plan, { ...input, target: 'end' });
  }
}

const NOTHING_LATER = /recovery ended before configured recovery target was reached/;

async function recoverBy(plan: RecoveryPlan, input: RecoverInput): Promise<RecoveredCluster> {
  const { store, identities, trusted, target, folder, fsync, settings, log, onSegment } = input;
  const dataDir = openDataDir(folder);
  const source = await store.open(plan.base.file);
  const unpacked = await unpackBase(source, { identities, trusted, base: plan.base }, dataDir);
  const enough = new AbortController();
  const { signal } = enough;
  const supply: Supply = { store, identities, trusted, plan, dataDir, signal, onSegment };
  await announceWal(supply);
  const supplying = supplyWal(supply);
  supplying.catch(() => undefined);
  try {
    const server = await startEmbedded({
      folder,
      fsync,
      once: true,
      isBackground: input.isBackground ?? false,
      ...(log ? { log } : {}),
      settings: { ...settings, ...recoverySettings(target, plan) },
    }).catch(async (error: unknown) => {
      enough.abort();
      // The server reports only that the recovery failed. An error of the supplier explains the
      // cause, so it is thrown first.
      await supplying;
      throw error;
    });
    return { ...unpacked, server, plan };
  } finally {
    enough.abort();
    await supplying.catch(() => undefined);
    await rm(path.join(dataDir.folder, INCOMING), { recursive: true, force: true });
  }
}

/**
 * Returns the settings of the recovery. Replaces a target after the end of the write-ahead log with
 * the end. PostgreSQL would reject such a target although no data is missing.
 */
function recoverySettings(target: RecoveryTarget, { reaches }: RecoveryPlan) {
  const isEnd = target === 'end' || (target instanceof Date && target > reaches);
  return {
    restore_command: RESTORE_COMMAND,
    recovery_target_timeline: 'current',
    hot_standby: 'off',
    ...(isEnd ? {} : { recovery_target_action: 'promote', ...targetSetting(target) }),
  };
}

const targetSetting = (target: Exclude<RecoveryTarget, 'end'>): Record<string, string> =>
  target instanceof Date
    ? // The server knows no time zone names during startup, not even Z.
      { recovery_target_time: target.toISOString().replace('T', ' ').replace('Z', '+00') }
    : { recovery_target_xid: String(target.transaction) };
