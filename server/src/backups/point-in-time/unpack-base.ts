/** Puts the cluster of a base into a folder, and believes it only when every file is as PostgreSQL listed it. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { DataDir } from '../../foundation/postgres/data-dir.ts';
import type { Identity } from '../age-stream.ts';
import {
  BASE_ENTRY,
  type BaseManifest,
  type BaseStart,
  CLUSTER_FOLDER,
  MANIFEST_ENTRY,
  SECRET_ENTRY,
  baseManifestSchema,
  baseSchema,
} from '../bundle-format.ts';
import { UnusableBackup, readJson, readSnapshot } from '../read-snapshot.ts';

export interface UnpackedBase {
  readonly start: BaseStart;
  /** The master key of the machine that made it, unless its operator keeps it elsewhere. */
  readonly secret: Buffer | undefined;
}

export async function unpackBase(
  source: Readable,
  identities: readonly Identity[],
  dataDir: DataDir,
): Promise<UnpackedBase> {
  const cluster = path.join(dataDir.folder, 'cluster');
  const found = new Map<string, { bytes: number; sha256: string }>();
  let start: BaseStart | undefined;
  let manifest: BaseManifest | undefined;
  let secret: Buffer | undefined;
  await makeFolder(cluster, dataDir);
  for await (const { name, isFolder, content } of readSnapshot(source, identities)) {
    if (name.startsWith(CLUSTER_FOLDER)) {
      const inCluster = name.slice(CLUSTER_FOLDER.length).replace(/\/$/, '');
      const at = pathIn(cluster, inCluster);
      if (isFolder) await makeFolder(at, dataDir);
      else found.set(inCluster, await writeOut(content, at, dataDir));
    } else if (name === BASE_ENTRY) start = await readJson(baseSchema, content, name);
    else if (name === SECRET_ENTRY) secret = await buffer(content);
    else if (name === MANIFEST_ENTRY) manifest = await readJson(baseManifestSchema, content, name);
    else await buffer(content);
  }
  if (!start || !manifest) throw new UnusableBackup('cut', `it has no ${MANIFEST_ENTRY}`);
  compare(manifest, found);
  await prepare(cluster, dataDir);
  return { start, secret };
}

/** Never outside, whatever the names in the tar say. */
function pathIn(folder: string, name: string): string {
  const at = path.resolve(folder, name);
  if (at !== folder && !at.startsWith(`${folder}${path.sep}`))
    throw new UnusableBackup('damaged', `${name} leads out of its folder`);
  return at;
}

async function makeFolder(folder: string, dataDir: DataDir): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await own(folder, dataDir);
}

export async function own(file: string, { account }: DataDir): Promise<void> {
  if (account) await chown(file, account.uid, account.gid);
}

async function writeOut(
  content: AsyncIterable<Buffer>,
  file: string,
  dataDir: DataDir,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    content,
    async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        hash.update(part);
        bytes += part.length;
        yield part;
      }
    },
    createWriteStream(file, { mode: 0o600 }),
  );
  await own(file, dataDir);
  return { bytes, sha256: hash.digest('hex') };
}

function compare(
  { files }: BaseManifest,
  found: ReadonlyMap<string, { bytes: number; sha256: string }>,
): void {
  for (const { path: name, bytes, sha256 } of files) {
    const file = found.get(name);
    if (file?.bytes !== bytes || file.sha256 !== sha256)
      throw new UnusableBackup('damaged', `${name} is not as PostgreSQL sent it`);
  }
}

/** As a server that begins to recover finds it; where it archived to is no affair of this one. */
async function prepare(cluster: string, dataDir: DataDir): Promise<void> {
  for (const name of ['postmaster.pid', 'postgresql.auto.conf', 'standby.signal'])
    await rm(path.join(cluster, name), { force: true });
  const signal = path.join(cluster, 'recovery.signal');
  await writeFile(signal, '', { mode: 0o600 });
  await own(signal, dataDir);
}
