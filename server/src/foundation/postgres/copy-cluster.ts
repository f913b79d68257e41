/**
 * Copies the files of a running cluster with the low-level backup functions of PostgreSQL. The copy
 * recovers from its own write-ahead log. File systems with reflinks share the blocks, so the copy
 * takes a moment and hardly any space.
 */
import { constants } from 'node:fs';
import { chown, copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { OsUser } from './os-user.ts';
import { run } from './run.ts';

/** Folders whose content is valid only for the running server. In the copy they are empty. */
const EMPTY_FOLDERS = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const SKIPPED = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|backup_label.*)$/;
const SEGMENT = /^[0-9A-F]{24}$/;
const CONCURRENT_FILES = 4;

interface Target {
  /** Folder of the new cluster; it must not exist. */
  readonly folder: string;
  readonly account: OsUser | undefined;
}

/** Copies the cluster in `from` and returns the bytes of its files. The server needs wal_level replica. */
export async function copyCluster(ownerUrl: string, from: string, target: Target): Promise<number> {
  const client = new pg.Client(ownerUrl);
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The temporary slot retains the log that the copy needs until this session ends.
    await client.query(
      `select pg_create_physical_replication_slot('ramal_copy_' || pg_backend_pid(), true, true)`,
    );
    const started = await client.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('ramal', fast => true)) as segment`,
    );
    const files = await listFiles(from);
    await makeFolders(target, files);
    const bytes = await copyFiles(from, target, files);
    const stopped = await client.query<{ label: string }>(
      `select labelfile as label from pg_backup_stop(wait_for_archive => false)`,
    );
    const log = await listLog(from, started.rows[0]!.segment);
    const logBytes = await copyFiles(from, target, log);
    await writeOwned(target, 'backup_label', stopped.rows[0]!.label);
    await flush(target.folder);
    return bytes + logBytes;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the number of bytes that a copy writes on a file system without reflinks. */
export async function measureCluster(folder: string): Promise<number> {
  const sizes = await Promise.all(
    [...(await listFiles(folder)), ...(await listLog(folder, ''))].map((file) =>
      stat(path.join(folder, file)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** True if the file system of both folders shares blocks between a file and its copy. */
export async function canShareBlocks(from: string, to: string): Promise<boolean> {
  const probe = path.join(to, `.reflink-${process.pid}`);
  try {
    await copyFile(path.join(from, 'PG_VERSION'), probe, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  } finally {
    await rm(probe, { force: true });
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !SKIPPED.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !EMPTY_FOLDERS.has(file.split(path.sep)[0]!));
}

async function listLog(folder: string, first: string): Promise<string[]> {
  const names = await readdir(path.join(folder, 'pg_wal'));
  return names
    .filter((name) => SEGMENT.test(name) && name >= first)
    .map((name) => path.join('pg_wal', name));
}

/** Folders of the cluster that contain no file at the moment, but must exist. */
const FOLDERS = [
  'pg_commit_ts',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_stat',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_xact',
  ...EMPTY_FOLDERS,
];

async function makeFolders({ folder, account }: Target, files: readonly string[]): Promise<void> {
  const needed = new Set(['', ...FOLDERS, ...files.map((file) => path.dirname(file))]);
  const all = new Set([...needed].flatMap(withParents));
  for (const name of [...all].toSorted()) {
    const made = path.join(folder, name);
    await mkdir(made, { recursive: true, mode: 0o700 });
    if (account) await chown(made, account.uid, account.gid);
  }
}

const withParents = (name: string): string[] =>
  name === '' || name === '.' ? [''] : [...withParents(path.dirname(name)), name];

async function copyFiles(from: string, target: Target, files: readonly string[]): Promise<number> {
  const waiting = files.values();
  let bytes = 0;
  const work = async () => {
    for (const file of waiting) bytes += await copyOne(from, target, file);
  };
  await Promise.all(Array.from({ length: CONCURRENT_FILES }, work));
  return bytes;
}

async function copyOne(from: string, { folder, account }: Target, file: string): Promise<number> {
  const to = path.join(folder, file);
  try {
    await copyFile(path.join(from, file), to, constants.COPYFILE_FICLONE);
  } catch (error) {
    // The server may remove a file during the copy. The write-ahead log then removes the file from
    // the copy too.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
  if (account) await chown(to, account.uid, account.gid);
  return (await stat(to)).size;
}

async function writeOwned({ folder, account }: Target, name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  await writeFile(file, text, { mode: 0o600, flush: true });
  if (account) await chown(file, account.uid, account.gid);
}

/**
 * Forces the copy to the disk, so that it is complete even after a power cut. Only Linux has this
 * command.
 */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'linux') await run('sync', ['-f', folder], { account: undefined });
}
