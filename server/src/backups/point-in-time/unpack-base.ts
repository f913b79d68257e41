/**
 * Unpacks the cluster of a base into a folder. Throws unless every file matches PostgreSQL's list.
 */
import { createWriteStream } from 'node:fs';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { DataDir } from '../../foundation/postgres/data-dir.ts';
import type { Identity } from '../age-stream.ts';
import { type EntryList, compareEntries, recordEntry } from '../entry-list.ts';
import {
  BASE_ENTRY,
  type BaseManifest,
  type BaseStart,
  CLUSTER_FOLDER,
  MANIFEST_ENTRY,
  SECRET_ENTRY,
  SIGNATURE_ENTRY,
  baseManifestSchema,
  baseSchema,
} from '../bundle-format.ts';
import { parseJson, readJson, readSnapshot } from '../read-snapshot.ts';
import { type TrustedSigners, refuseForged } from '../signature.ts';
import type { StoredBase } from './wal-names.ts';
import { BackupError } from '../backup-error.ts';

interface BaseExpectation {
  readonly identities: readonly Identity[];
  readonly trusted: TrustedSigners;
  /** Name and times of the base, which were read from its file name. */
  readonly base: StoredBase;
}

export interface UnpackedBase {
  readonly start: BaseStart;
  /**
   * Master key of the machine that made the base. Undefined if its operator stores the key outside
   * the data folder.
   */
  readonly secret: Buffer | undefined;
}

export async function unpackBase(
  source: Readable,
  { identities, trusted, base }: BaseExpectation,
  dataDir: DataDir,
): Promise<UnpackedBase> {
  const cluster = path.join(dataDir.folder, 'cluster');
  const files: EntryList = {};
  const entries: EntryList = {};
  let start: BaseStart | undefined;
  let manifest: Buffer | undefined;
  let signature: Buffer | undefined;
  let secret: Buffer | undefined;
  await makeFolder(cluster, dataDir);
  for await (const { name, isFolder, content } of readSnapshot(source, identities)) {
    if (name.startsWith(CLUSTER_FOLDER)) {
      const inCluster = name.slice(CLUSTER_FOLDER.length).replace(/\/$/, '');
      const at = pathIn(cluster, inCluster);
      if (isFolder) await makeFolder(at, dataDir);
      else await writeOut(recordEntry(files, inCluster, content), at, dataDir);
    } else if (name === MANIFEST_ENTRY) manifest = await buffer(content);
    else if (name === SIGNATURE_ENTRY) signature = await buffer(content);
    else {
      const listed = recordEntry(entries, name, content);
      if (name === BASE_ENTRY) start = await readJson(baseSchema, listed, name);
      else if (name === SECRET_ENTRY) secret = await buffer(listed);
      else await buffer(listed);
    }
  }
  if (!start || !manifest) throw new BackupError('cut', `it has no ${MANIFEST_ENTRY}`);
  refuseForged(trusted, 'base', { content: manifest, signature });
  compare(parseJson(baseManifestSchema, manifest, MANIFEST_ENTRY), { files, entries });
  if (start.system !== base.system || start.segment !== base.segment)
    throw new BackupError('damaged', `${base.file} is the base of another log`);
  await prepare(cluster, dataDir);
  return { start, secret };
}

/** Returns the path of an entry. Throws if its name leads out of the folder. */
function pathIn(folder: string, name: string): string {
  const at = path.resolve(folder, name);
  if (at !== folder && !at.startsWith(`${folder}${path.sep}`))
    throw new BackupError('damaged', `${name} leads out of its folder`);
  return at;
}

async function makeFolder(folder: string, dataDir: DataDir): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await chownToAccount(folder, dataDir);
}

export async function chownToAccount(file: string, { account }: DataDir): Promise<void> {
  if (account) await chown(file, account.uid, account.gid);
}

async function writeOut(
  content: AsyncIterable<Buffer>,
  file: string,
  dataDir: DataDir,
): Promise<void> {
  await pipeline(content, createWriteStream(file, { mode: 0o600 }));
  await chownToAccount(file, dataDir);
}

/**
 * Compares the files with the manifest. Manifests from releases without signatures list only the
 * files of the cluster.
 */
function compare(
  manifest: BaseManifest,
  actual: { readonly files: EntryList; readonly entries: EntryList },
): void {
  const files = Object.fromEntries(manifest.files.map(({ path: name, ...rest }) => [name, rest]));
  compareEntries(files, actual.files);
  if (manifest.entries) compareEntries(manifest.entries, actual.entries);
}

/**
 * Prepares the files for a server that starts a recovery. Removes the archive settings of the
 * original server.
 */
async function prepare(cluster: string, dataDir: DataDir): Promise<void> {
  for (const name of ['postmaster.pid', 'postgresql.auto.conf', 'standby.signal'])
    await rm(path.join(cluster, name), { force: true });
  const signal = path.join(cluster, 'recovery.signal');
  await writeFile(signal, '', { mode: 0o600 });
  await chownToAccount(signal, dataDir);
}
