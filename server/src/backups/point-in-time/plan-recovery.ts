/**
 * Selects, from the files in a store, the base and the segments that are needed to restore a
 * moment.
 */
import { BackupError } from '../backup-error.ts';
import type { BackupStore } from '../stores/store.ts';
import {
  BASE_FOLDER,
  type StoredBase,
  type StoredWal,
  WAL_FOLDER,
  isHistory,
  isSegment,
  nextSegment,
  readBaseFile,
  readWalFile,
} from './wal-names.ts';

/**
 * Target of a recovery: a moment, the end of the write-ahead log, or the moment just after one
 * transaction.
 */
export type RecoveryTarget = Date | 'end' | { readonly transaction: number };

export interface RecoveryPlan {
  readonly base: StoredBase;
  /** Segments without a gap, from the first segment that the base needs. */
  readonly segments: readonly StoredWal[];
  readonly histories: readonly StoredWal[];
  /** Latest moment that the write-ahead log contains. */
  readonly reaches: Date;
}

export async function planRecovery(
  store: BackupStore,
  target: RecoveryTarget,
): Promise<RecoveryPlan> {
  const bases = (await store.list(BASE_FOLDER))
    .flatMap(({ name }) => readBaseFile(name) ?? [])
    .toSorted((a, b) => b.endedAt.getTime() - a.endedAt.getTime());
  if (bases.length === 0)
    throw new BackupError(
      'unreachable-moment',
      'Neste lugar não há base para voltar a um segundo.',
    );
  const base = bases.find(({ endedAt }) => !(target instanceof Date) || endedAt <= target);
  if (!base) {
    const earliest = bases.at(-1)!.endedAt.toISOString();
    throw new BackupError('unreachable-moment', `Deste lugar não se chega a antes de ${earliest}.`);
  }
  const wal = (await store.list(WAL_FOLDER))
    .flatMap(({ name }) => readWalFile(name) ?? [])
    .filter(({ system }) => system === base.system);
  const segments = contiguousSegments(base, wal);
  return {
    base,
    segments,
    histories: wal.filter(({ name }) => isHistory(name)),
    reaches: segments.at(-1)?.closedAt ?? base.endedAt,
  };
}

/** Returns the segments up to the first missing one. */
function contiguousSegments({ segment }: StoredBase, wal: readonly StoredWal[]): StoredWal[] {
  const byName = new Map(
    wal.filter(({ name }) => isSegment(name)).map((file) => [file.name, file]),
  );
  const segments: StoredWal[] = [];
  for (let name = segment; byName.has(name); name = nextSegment(name))
    segments.push(byName.get(name)!);
  return segments;
}
