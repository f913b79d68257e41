/**
 * Encrypts finished segments of the write-ahead log every few seconds and sends them to the remote
 * stores, the oldest first. The waiting bytes have a limit. A chain is broken before its waiting
 * segments fill the disk of the production server.
 */
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext, EmbeddedServer } from '../../foundation/app-context.ts';
import { type Copying, withCopying } from '../../foundation/copying.ts';
import { isInQuarantine } from '../../quarantine/quarantine.ts';
import { backupRecipients } from '../backup-key.ts';
import { type Signer, installationSigner } from '../signature.ts';
import { hashContent } from '../stores/store.ts';
import { storeFailureReason } from '../stores/store-failure.ts';
import { writeSealed } from '../write-bundle.ts';
import {
  freeBytes,
  listNames,
  outboxFolder,
  readArchiving,
  spoolFolder,
  switchArchiving,
  waitingBytes,
} from './archiving.ts';
import {
  type Chain,
  type ChainedRemote,
  breakChains,
  readChainedRemotes,
  recordFailure,
  recordSent,
} from './chains.sql.ts';
import { walTrailer } from './signed-wal.ts';
import { WAL_FOLDER, isSegment, nextSegment, readWalFile, walFile } from './wal-names.ts';

/**
 * Advisory locks. With the first, only one process ships at a time. A running base backup takes the
 * second, so that no segment is deleted that the base may need.
 */
const SHIPPING = 0x72_61_6d_01;
export const DELETING_SENT = 0x72_61_6d_02;

/** Returns the path of the file `wal/…` in the outbox, which has no folder `wal`. */
const inOutbox = (embedded: EmbeddedServer, file: string): string =>
  path.join(outboxFolder(embedded), path.posix.basename(file));

/**
 * Runs one round of shipping. Returns false if nothing could be shipped, for example because
 * another process is shipping or no chain exists.
 */
export async function shipWal(ctx: AppContext): Promise<boolean> {
  const { embedded } = ctx;
  if (!embedded) return false;
  return withCopying({ url: embedded.ownerUrl }, async (copying) => {
    if (!(await tryLock(copying, SHIPPING))) return false;
    const { isPossible, isOn, system } = await readArchiving(copying);
    if (!isPossible) return false;
    const recipients = await backupRecipients(ctx);
    const remotes = await readChainedRemotes(ctx, system);
    const isHeld = await isInQuarantine(ctx.db);
    const chained = isHeld || !recipients ? [] : remotes.filter(({ chain }) => chain);
    const mayDelete = await tryLock(copying, DELETING_SENT);
    if (chained.length === 0 && mayDelete) {
      if (isOn) await switchArchiving(copying, false);
      await emptyFolders(embedded);
      return false;
    }
    if (chained.length > 0 && !isOn) {
      const places = chained.map(({ place }) => place);
      await breakChains(ctx, places, 'O PostgreSQL deixou de guardar as alterações.');
      return false;
    }
    if (recipients)
      await moveToOutbox(embedded, system, { recipients, signer: installationSigner(ctx.secrets) });
    await Promise.all(chained.map((remote) => sendTo(ctx, embedded, remote)));
    await breakSlowestChains(ctx, embedded, system);
    if (mayDelete) await deleteSent(ctx, embedded, system);
    return true;
  });
}

export async function tryLock(copying: Copying, key: number): Promise<boolean> {
  const taken = await copying.first<{ ok: boolean }>(`select pg_try_advisory_lock(${key}) as ok`);
  return taken!.ok;
}

/**
 * Moves segments from the spool to the outbox: compressed, encrypted and named as in the remote
 * store.
 */
async function moveToOutbox(
  embedded: EmbeddedServer,
  system: string,
  { recipients, signer }: { readonly recipients: readonly string[]; readonly signer: Signer },
): Promise<void> {
  await mkdir(outboxFolder(embedded), { recursive: true, mode: 0o700 });
  for (const name of (await listNames(spoolFolder(embedded))).toSorted()) {
    const from = path.join(spoolFolder(embedded), name);
    if (isSegment(name)) {
      // PostgreSQL archives a segment right after closing it, so the time of the file is close to
      // the closing time.
      const closedAt = new Date(Math.floor((await stat(from)).mtimeMs));
      const stored = walFile({ system, name, closedAt });
      const file = inOutbox(embedded, stored);
      await writeSealed(
        { file: `${file}.partial`, recipients },
        createReadStream(from),
        walTrailer(signer, stored),
      );
      await rename(`${file}.partial`, file);
      await rm(from);
    } else if (isLeftOver(name)) await rm(from, { force: true });
  }
}

/**
 * True for files in the spool that are not shipped. A base contains its backup label and is sent
 * together with the timeline histories. Partial files are not needed.
 */
const isLeftOver = (name: string): boolean =>
  name.endsWith('.backup') || name.endsWith('.history') || name.endsWith('.partial');

const outboxFiles = async (embedded: EmbeddedServer) =>
  (await listNames(outboxFolder(embedded)))
    .flatMap((name) => readWalFile(`${WAL_FOLDER}/${name}`) ?? [])
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

async function sendTo(
  ctx: AppContext,
  embedded: EmbeddedServer,
  { store, chain }: ChainedRemote,
): Promise<void> {
  let sent = chain!.segment;
  try {
    for (const wal of await outboxFiles(embedded)) {
      const expected = sent === null ? chain!.baseSegment : nextSegment(sent);
      if (wal.system !== chain!.system || wal.name < expected) continue;
      if (wal.name !== expected) {
        await breakChains(ctx, [chain!.place], `Falta o segmento ${expected} entre as alterações.`);
        return;
      }
      const from = inOutbox(embedded, wal.file);
      await store.put(wal.file, from, await hashContent(createReadStream(from)));
      await recordSent(ctx, chain!, { segment: wal.name, closedAt: wal.closedAt });
      sent = wal.name;
    }
  } catch (error) {
    ctx.log.warn({ err: error, place: chain!.place }, 'the log could not be sent');
    await recordFailure(ctx, chain!, storeFailureReason(error));
  }
}

const isSent = ({ segment, baseSegment }: Chain, name: string): boolean =>
  segment === null ? name < baseSegment : name <= segment;

async function deleteSent(
  ctx: AppContext,
  embedded: EmbeddedServer,
  system: string,
): Promise<void> {
  const chains = (await readChainedRemotes(ctx, system)).flatMap(({ chain }) => chain ?? []);
  for (const { file, name } of await outboxFiles(embedded))
    if (chains.every((chain) => isSent(chain, name)))
      await rm(inOutbox(embedded, file), { force: true });
}

export const emptyFolders = async (embedded: EmbeddedServer): Promise<void> => {
  for (const folder of [spoolFolder(embedded), outboxFolder(embedded)])
    for (const name of await listNames(folder)) await rm(path.join(folder, name), { force: true });
};

/**
 * Breaks the chains whose transfers fail once the waiting bytes exceed half of the limit. At the
 * whole limit, `guardSpool` would break every chain. Does nothing if all chains fail.
 */
async function breakSlowestChains(
  ctx: AppContext,
  embedded: EmbeddedServer,
  system: string,
): Promise<void> {
  if ((await waitingBytes(embedded)) <= ctx.config.walSpoolBytes / 2) return;
  const chains = (await readChainedRemotes(ctx, system)).flatMap(({ chain }) => chain ?? []);
  const failing = chains.filter(({ failure }) => failure !== null);
  if (failing.length === chains.length) return;
  await breakChains(
    ctx,
    failing.map(({ place }) => place),
    'Ficou fora por tempo demais: as alterações que esperavam por ele foram descartadas.',
  );
}

/** Minimum free disk space in bytes. With less, the disk counts as full. */
const LEAST_FREE_BYTES = 512 * 1024 * 1024;

/**
 * Breaks chains before the spool fills the disk. Runs in every process, because the worker that
 * ships may be down.
 */
export async function guardSpool(ctx: AppContext): Promise<void> {
  const { embedded } = ctx;
  if (!embedded) return;
  const waiting = await waitingBytes(embedded);
  if (waiting === 0) return;
  const isFull = (await freeBytes(embedded)) < LEAST_FREE_BYTES;
  if (waiting <= ctx.config.walSpoolBytes && !isFull) return;
  await withCopying({ url: embedded.ownerUrl }, (copying) => switchArchiving(copying, false));
  await emptyFolders(embedded);
  await breakChains(
    ctx,
    ['remote_1', 'remote_2'],
    isFull
      ? 'O disco desta máquina ia encher: as alterações que esperavam envio foram descartadas.'
      : 'O envio ficou parado por tempo demais: as alterações que esperavam foram descartadas.',
  );
}
