/**
 * A copy of the whole cluster over the replication protocol, while it serves. It arrives as a tar and is
 * packed again with what a restore needs beside it.
 */
import type { Readable } from 'node:stream';
import pg from 'pg';
import { type Pack, extract as createExtract } from 'tar-stream';
import type { AppContext, EmbeddedServer } from '../../foundation/app-context.ts';
import {
  BASE_ENTRY,
  BASE_README,
  type BaseManifest,
  type BaseStart,
  CLUSTER_FOLDER,
  FORMAT,
  MANIFEST_ENTRY,
  README_ENTRY,
  SECRET_ENTRY,
} from '../bundle-format.ts';
import {
  type BundleTarget,
  type WrittenBundle,
  addEntry,
  addStreamedEntry,
  json,
  readMasterKey,
  writeBundle,
} from '../write-bundle.ts';
import { type BaseBackup, startBaseBackup } from './base-backup-protocol.ts';
import { segmentOf } from './wal-names.ts';

export interface BaseTarget extends BundleTarget {
  /** A checkpoint at once is a burst of writes; otherwise it takes minutes. */
  readonly isUrgent: boolean;
  /** Called once it is known from which segment on the log is needed. */
  readonly onStart?: (segment: string) => Promise<void>;
}

export interface WrittenBase extends WrittenBundle {
  readonly system: string;
  readonly segment: string;
  readonly endedAt: Date;
}

export async function writeBase(
  ctx: AppContext,
  { ownerUrl }: EmbeddedServer,
  target: BaseTarget,
): Promise<WrittenBase> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    replication: 'true',
  } as pg.ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ systemid: string }>('IDENTIFY_SYSTEM');
    const system = rows[0]!.systemid;
    const shown = await client.query<{ server_version: string }>('SHOW server_version');
    const backup = startBaseBackup(client, target.isUrgent);
    const { packed, ...written } = await writeBundle(target, (tar) =>
      packBase(ctx, {
        tar,
        backup,
        system,
        serverVersion: shown.rows[0]!.server_version,
        onStart: target.onStart,
      }),
    );
    return { system, ...packed, ...written };
  } finally {
    await endAtOnce(client);
  }
}

/** One that failed in the middle would still be sent to its end. */
async function endAtOnce(client: pg.Client): Promise<void> {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
  await client.end().catch(() => undefined);
}

interface Packing {
  readonly tar: Pack;
  readonly backup: BaseBackup;
  readonly system: string;
  readonly serverVersion: string;
  readonly onStart: BaseTarget['onStart'];
}

async function packBase(
  { config }: AppContext,
  { tar, backup, system, serverVersion, onStart }: Packing,
): Promise<Pick<WrittenBase, 'segment' | 'endedAt'>> {
  const { lsn, timeline } = await backup.started;
  const segment = segmentOf(lsn, timeline);
  await onStart?.(segment);
  await addEntry(tar, README_ENTRY, Buffer.from(BASE_README));
  const start: BaseStart = {
    format: FORMAT,
    system,
    server_version: serverVersion,
    timeline,
    segment,
  };
  await addEntry(tar, BASE_ENTRY, json(start));
  const secret = await readMasterKey(config);
  if (secret) await addEntry(tar, SECRET_ENTRY, secret);
  await repack(backup.tar, tar);
  const files = await backup.manifest;
  await backup.ended;
  // Of this machine, like the server's own: no transaction before it is without the base.
  const endedAt = new Date();
  const manifest: BaseManifest = { format: FORMAT, ended_at: endedAt.toISOString(), files };
  await addEntry(tar, MANIFEST_ENTRY, json(manifest));
  tar.finalize();
  return { segment, endedAt };
}

async function repack(from: Readable, to: Pack): Promise<void> {
  const extract = createExtract();
  from.pipe(extract);
  from.once('error', (error) => extract.destroy(error));
  for await (const entry of extract) {
    const { name, size, type, mode } = entry.header;
    await addStreamedEntry(
      to,
      {
        name: `${CLUSTER_FOLDER}${name}`,
        type: type === 'directory' ? 'directory' : 'file',
        mode: mode ?? 0o600,
        ...(type === 'directory' ? {} : { size: size ?? 0 }),
      },
      entry as AsyncIterable<Buffer>,
    );
    if (type === 'directory') entry.resume();
  }
}
