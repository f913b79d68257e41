/** Saves a remote store after a test that writes, reads and deletes a file there. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Caller } from '../../foundation/caller.ts';
import {
  REMOTE_SECRET,
  type RemoteAccess,
  type RemoteStoreId,
  configuredFolder,
  openRemote,
} from './remotes.ts';
import type { BackupStore } from './store.ts';
import { isAccessDenied, storeFailureReason } from './store-failure.ts';

export async function saveRemote(
  ctx: AppContext,
  caller: Caller,
  { storeId, access }: { readonly storeId: RemoteStoreId; readonly access: RemoteAccess },
): Promise<void> {
  if (configuredFolder(ctx.config, storeId)) refuse('backup_remote_is_folder');
  const { proven, lockedDays } = await proveRemote(ctx, storeId, access).catch((error: unknown) => {
    ctx.log.warn({ err: error, storeId }, 'the backup store did not pass its test');
    return refuse('backup_remote_failed', { values: { reason: storeFailureReason(error) } });
  });
  const sealed = ctx.secrets.encrypt(REMOTE_SECRET, JSON.stringify(proven));
  const { where } = openRemote(storeId, proven, ctx.config);
  const { actor, requestMeta } = caller;
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`
      insert into backup_remotes (place, kind, sealed, proven_at, locked_days, saved_by, saved_at)
      values (${storeId}, ${proven.kind}, ${sealed}, ${now}, ${lockedDays}, ${actor.id}, ${now})
      on conflict (place) do update set kind = excluded.kind, sealed = excluded.sealed,
        proven_at = excluded.proven_at, locked_days = excluded.locked_days,
        saved_by = excluded.saved_by, saved_at = excluded.saved_at`);
    await recordEvent(tx, requestMeta, {
      kind: 'backup-remote-saved',
      actorId: actor.id,
      after: { place: storeId, where },
    });
  });
}

/** Removes the access to a remote store. The files in the store remain. */
export async function removeRemote(
  { db }: AppContext,
  { actor, requestMeta }: Caller,
  storeId: RemoteStoreId,
): Promise<void> {
  await db.tx(async (tx) => {
    const removed = await tx.run(sql`delete from backup_remotes where place = ${storeId}`);
    if (removed === 0) refuse('backup_remote_not_found');
    await recordEvent(tx, requestMeta, {
      kind: 'backup-remote-removed',
      actorId: actor.id,
      after: { place: storeId },
    });
  });
}

/**
 * Tests the access. For SFTP, the returned access contains the server's host key, which later
 * connections require.
 */
async function proveRemote(
  { config }: AppContext,
  storeId: RemoteStoreId,
  access: RemoteAccess,
): Promise<{ readonly proven: RemoteAccess; readonly lockedDays: number | null }> {
  const store = openRemote(storeId, access, config);
  const proven: RemoteAccess =
    access.kind === 'sftp' && 'fingerprint' in store
      ? { ...access, fingerprint: await store.fingerprint() }
      : access;
  const deletes = await writesReadsAndDeletes(openRemote(storeId, proven, config));
  const days = 'lockedDays' in store ? await store.lockedDays() : null;
  return { proven, lockedDays: days ?? (deletes ? null : 0) };
}

const PROOF = 'ramal-prova.txt';

/**
 * Tests the store with a small file. Returns true if the file could be deleted. A key without
 * permission to delete is safer.
 */
async function writesReadsAndDeletes(store: BackupStore): Promise<boolean> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-proof-'));
  const content = `Prova de que o Ramal escreve aqui: ${randomBytes(16).toString('hex')}\n`;
  try {
    const file = path.join(folder, PROOF);
    await writeFile(file, content);
    await store.put(PROOF, file, createHash('sha256').update(content).digest('hex'));
    const listed = await store.list('');
    if (!listed.some(({ name }) => name === PROOF))
      throw new Error('the written file is not in the listing');
    return await deletes(store);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function deletes(store: BackupStore): Promise<boolean> {
  try {
    await store.remove([PROOF]);
  } catch (error) {
    if (isAccessDenied(error)) return false;
    throw error;
  }
  const listed = await store.list('');
  return listed.every(({ name }) => name !== PROOF);
}
