/**
 * Every few seconds, finished segments of the write-ahead log are encrypted and sent to the places elsewhere,
 * oldest first. What waits is bounded: rather than fill the disk on which people sell, a chain is broken.
 */
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext, EmbeddedServer } from '../../foundation/app-context.ts';
import { type Copying, withCopying } from '../../foundation/copying.ts';
import { isInQuarantine } from '../../quarantine/quarantine.ts';
import { backupRecipients } from '../backup-key.ts';
import { type Signer, installationSigner } from '../signature.ts';
import { digestOf } from '../stores/store.ts';
import { reasonOf } from '../stores/store-failure.ts';
import { writeSealed } from '../write-bundle.ts';
import {
  freeBytes,
  namesIn,
  outboxOf,
  readArchiving,
  spoolOf,
  switchArchiving,
  waitingBytes,
} from './archiving.ts';
import {
  type Chain,
  type ChainedRemote,
  breakChains,
  chainedRemotes,
  keepFailure,
  keepSent,
} from './chains.sql.ts';
import { walTrailer } from './signed-wal.ts';
import { WAL_FOLDER, isSegment, nextSegment, readWalFile, walFile } from './wal-names.ts';

/** One of them ships at a time; who takes a base keeps what it may need from being deleted. */
const SHIPPING = 0x72_61_6d_01;
export const DELETING_SENT = 0x72_61_6d_02;

/** Of the outbox: `wal/…` without the folder. */
const inOutbox = (embedded: EmbeddedServer, file: string): string =>
  path.join(outboxOf(embedded), path.posix.basename(file));

/** One round. Answers whether it was its turn, and there was something to keep. */
export async function shipWal(ctx: AppContext): Promise<boolean> {
  const { embedded } = ctx;
  if (!embedded) return false;
  return withCopying({ url: embedded.ownerUrl }, async (copying) => {
    if (!(await tryLock(copying, SHIPPING))) return false;
    const { isPossible, isOn, system } = await readArchiving(copying);
    if (!isPossible) return false;
    const recipients = await backupRecipients(ctx);
    const remotes = await chainedRemotes(ctx, system);
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
      await collect(embedded, system, { recipients, signer: installationSigner(ctx.secrets) });
    await Promise.all(chained.map((remote) => sendTo(ctx, embedded, remote)));
    await giveUpSlowest(ctx, embedded, system);
    if (mayDelete) await deleteSent(ctx, embedded, system);
    return true;
  });
}

export async function tryLock(copying: Copying, key: number): Promise<boolean> {
  const taken = await copying.first<{ ok: boolean }>(`select pg_try_advisory_lock(${key}) as ok`);
  return taken!.ok;
}

/** From the spool into the outbox: compressed, encrypted, named for its place elsewhere. */
async function collect(
  embedded: EmbeddedServer,
  system: string,
  { recipients, signer }: { readonly recipients: readonly string[]; readonly signer: Signer },
): Promise<void> {
  await mkdir(outboxOf(embedded), { recursive: true, mode: 0o700 });
  for (const name of (await namesIn(spoolOf(embedded))).toSorted()) {
    const from = path.join(spoolOf(embedded), name);
    if (isSegment(name)) {
      // It is archived a moment after it was closed.
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

/** Labels of bases stand in the bases, histories of timelines are sent with them; the server's own copies of today are not ours. */
const isLeftOver = (name: string): boolean =>
  name.endsWith('.backup') || name.endsWith('.history') || name.endsWith('.partial');

const outboxFiles = async (embedded: EmbeddedServer) =>
  (await namesIn(outboxOf(embedded)))
    .flatMap((name) => readWalFile(`${WAL_FOLDER}/${name}`) ?? [])
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));

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
      await store.put(wal.file, from, await digestOf(createReadStream(from)));
      await keepSent(ctx, chain!, { segment: wal.name, closedAt: wal.closedAt });
      sent = wal.name;
    }
  } catch (error) {
    ctx.log.warn({ err: error, place: chain!.place }, 'the log could not be sent');
    await keepFailure(ctx, chain!, reasonOf(error));
  }
}

const isSent = ({ segment, baseSegment }: Chain, name: string): boolean =>
  segment === null ? name < baseSegment : name <= segment;

async function deleteSent(
  ctx: AppContext,
  embedded: EmbeddedServer,
  system: string,
): Promise<void> {
  const chains = (await chainedRemotes(ctx, system)).flatMap(({ chain }) => chain ?? []);
  for (const { file, name } of await outboxFiles(embedded))
    if (chains.every((chain) => isSent(chain, name)))
      await rm(inOutbox(embedded, file), { force: true });
}

export const emptyFolders = async (embedded: EmbeddedServer): Promise<void> => {
  for (const folder of [spoolOf(embedded), outboxOf(embedded)])
    for (const name of await namesIn(folder)) await rm(path.join(folder, name), { force: true });
};

/** One place that is away must not break the chain of the other: it is given up at half of the bound. */
async function giveUpSlowest(
  ctx: AppContext,
  embedded: EmbeddedServer,
  system: string,
): Promise<void> {
  if ((await waitingBytes(embedded)) <= ctx.config.walSpoolBytes / 2) return;
  const chains = (await chainedRemotes(ctx, system)).flatMap(({ chain }) => chain ?? []);
  const failing = chains.filter(({ failure }) => failure !== null);
  if (failing.length === chains.length) return;
  await breakChains(
    ctx,
    failing.map(({ place }) => place),
    'Ficou fora por tempo demais: as alterações que esperavam por ele foram descartadas.',
  );
}

/** Below this the disk is as good as full. */
const LEAST_FREE_BYTES = 512 * 1024 * 1024;

/** In every process, since the one that ships may be the one that is away. */
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
