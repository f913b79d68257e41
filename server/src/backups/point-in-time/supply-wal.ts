/**
 * Supplies a recovering server with the segments that it requests. Fetches them in advance from a
 * remote store. The server runs a shell command that waits for each file and fails if its fetch has
 * failed.
 */
import { open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type DataDir, makePrivateFolder } from '../../foundation/postgres/data-dir.ts';
import { type Identity, decryptWith } from '../age-stream.ts';
import type { TrustedSigners } from '../signature.ts';
import type { BackupStore } from '../stores/store.ts';
import type { RecoveryPlan } from './plan-recovery.ts';
import { openSignedWal } from './signed-wal.ts';
import { chownToAccount } from './unpack-base.ts';
import { SEGMENT_BYTES, type StoredWal, isSegment } from './wal-names.ts';
import { BackupError } from '../backup-error.ts';

export const INCOMING = 'incoming';
/** File with the names of all available segments, one per text line. */
const KNOWN = 'known';
const FAILED = 'failed';

/** Suffix of the marker file next to a segment that the server has copied. */
const USED = '.used';

/**
 * Shell command that the server runs for each segment that it needs. The command runs in the
 * cluster's folder. It uses only relative paths, because the server's account may have no access to
 * the folders above. Exit code 1 means that the file does not exist. An exit code above 125 ends
 * the recovery.
 */
export const RESTORE_COMMAND = [
  `grep -qxF '%f' ../${INCOMING}/${KNOWN} || exit 1`,
  `while [ ! -e '../${INCOMING}/%f' ]; do [ ! -e ../${INCOMING}/${FAILED} ] || exit 200; sleep 0.05; done`,
  `cp '../${INCOMING}/%f' '%p'`,
  `touch '../${INCOMING}/%f${USED}'`,
].join('; ');

/** Maximum number of segments that are fetched but not yet used. */
const MAX_READY = 48;
/**
 * Number of used segments that are not deleted yet. At the end, the server requests its last
 * segments again.
 */
const KEPT_USED = 4;
const FETCHED_AT_ONCE = 4;

export interface Supply {
  readonly store: BackupStore;
  readonly identities: readonly Identity[];
  readonly trusted: TrustedSigners;
  readonly plan: RecoveryPlan;
  readonly dataDir: DataDir;
  /** Signal that is aborted when the server needs no more segments. */
  readonly signal: AbortSignal;
  readonly onSegment?: ((done: number, of: number) => void) | undefined;
}

/** Writes the list of available segments. Must run before the server starts. */
export async function announceWal({ plan, dataDir }: Supply): Promise<void> {
  const folder = makePrivateFolder(path.join(dataDir.folder, INCOMING), dataDir.account);
  const names = [...plan.histories, ...plan.segments].map(({ name }) => name);
  await writeAtomically(path.join(folder, KNOWN), Buffer.from(`${names.join('\n')}\n`), dataDir);
}

export async function supplyWal(supply: Supply): Promise<void> {
  const { plan, dataDir, signal, onSegment } = supply;
  const folder = path.join(dataDir.folder, INCOMING);
  const left = [...plan.histories, ...plan.segments];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let wal = left.shift(); wal && !signal.aborted; wal = left.shift()) {
      await waitForRoom(folder, signal);
      await writeAtomically(path.join(folder, wal.name), await fetchWal(supply, wal), dataDir);
      done += 1;
      onSegment?.(done, plan.segments.length);
    }
  };
  const stop = async (error: unknown): Promise<never> => {
    left.length = 0;
    await writeAtomically(path.join(folder, FAILED), Buffer.alloc(0), dataDir);
    throw error;
  };
  const workers = Array.from({ length: FETCHED_AT_ONCE }, () => work().catch(stop));
  // Waits for all workers to end, so that none of them writes a file after an error.
  await Promise.allSettled(workers);
  await Promise.all(workers);
}

async function waitForRoom(folder: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const names = (await readdir(folder)).toSorted();
    const used = names
      .filter((name) => name.endsWith(USED))
      .map((name) => name.slice(0, -USED.length));
    const ready = names.filter(isSegment).length - used.length;
    for (const name of used.filter(isSegment).slice(0, -KEPT_USED))
      for (const file of [name, `${name}${USED}`])
        await rm(path.join(folder, file), { force: true });
    if (ready < MAX_READY) return;
    await pause(50);
  }
}

async function fetchWal(
  { store, identities, trusted }: Supply,
  { file, name }: StoredWal,
): Promise<Buffer> {
  const sealed = await buffer(decryptWith(identities, await store.open(file)));
  const plain = await openSignedWal(sealed, { file, trusted });
  if (isSegment(name) && plain.length !== SEGMENT_BYTES)
    throw new BackupError('damaged', `${file} is no whole segment`);
  return plain;
}

/**
 * Writes the file under a temporary name and renames it, so that the server never reads a partial
 * file. A segment that was closed early ends with zeros. They become a sparse region and use no
 * disk space.
 */
async function writeAtomically(file: string, content: Buffer, dataDir: DataDir): Promise<void> {
  const partial = `${file}.partial`;
  if (content.length === SEGMENT_BYTES) {
    const handle = await open(partial, 'w', 0o600);
    await handle.write(content.subarray(0, lengthWithoutZeros(content)));
    await handle.truncate(content.length);
    await handle.close();
  } else await writeFile(partial, content, { mode: 0o600 });
  await chownToAccount(partial, dataDir);
  await rename(partial, file);
}

const PAGE_BYTES = 8192;
const EMPTY_PAGE = Buffer.alloc(PAGE_BYTES);

function lengthWithoutZeros(content: Buffer): number {
  let end = content.length;
  while (end >= PAGE_BYTES && content.subarray(end - PAGE_BYTES, end).equals(EMPTY_PAGE))
    end -= PAGE_BYTES;
  return end;
}
