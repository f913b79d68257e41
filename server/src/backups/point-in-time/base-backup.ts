/** Copies the whole cluster and adds the entries that a restore needs. */
import type { Readable } from 'node:stream';
import { type Pack, extract as createExtract } from 'tar-stream';
import type { AppContext, EmbeddedServer } from '../../foundation/app-context.ts';
import { type BaseBackup, withBaseBackup } from '../../foundation/postgres/base-backup.ts';
import {
  BASE_ENTRY,
  BASE_README,
  type BaseManifest,
  type BaseStart,
  CLUSTER_FOLDER,
  FORMAT,
  README_ENTRY,
  SECRET_ENTRY,
} from '../bundle-format.ts';
import { installationSigner } from '../signature.ts';
import {
  type Bundle,
  type BundleTarget,
  type WrittenBundle,
  addEntry,
  addStreamedEntry,
  toJson,
  readMasterKey,
  sealBundle,
  writeBundle,
} from '../write-bundle.ts';
import { segmentAt } from './wal-names.ts';

interface BaseTarget extends BundleTarget {
  /**
   * True for an immediate checkpoint, which writes much at once. False spreads the checkpoint over
   * minutes.
   */
  readonly isUrgent: boolean;
}

export interface WrittenBase extends WrittenBundle {
  readonly system: string;
  readonly segment: string;
  readonly endedAt: Date;
}

export const writeBase = (
  ctx: AppContext,
  { ownerUrl }: EmbeddedServer,
  target: BaseTarget,
): Promise<WrittenBase> =>
  withBaseBackup(ownerUrl, target, async (backup) => {
    const { packed, ...written } = await writeBundle(target, (bundle) =>
      packBase(ctx, bundle, backup),
    );
    return { system: backup.system, ...packed, ...written };
  });

async function packBase(
  { config, secrets }: AppContext,
  bundle: Bundle,
  backup: BaseBackup,
): Promise<Pick<WrittenBase, 'segment' | 'endedAt'>> {
  const { lsn, timeline } = await backup.started;
  const segment = segmentAt(lsn, timeline);
  await addEntry(bundle, README_ENTRY, Buffer.from(BASE_README));
  const start: BaseStart = {
    format: FORMAT,
    system: backup.system,
    server_version: backup.serverVersion,
    timeline,
    segment,
  };
  await addEntry(bundle, BASE_ENTRY, toJson(start));
  const secret = await readMasterKey(config);
  if (secret) await addEntry(bundle, SECRET_ENTRY, secret);
  await repack(backup.tar, bundle.tar);
  const files = await backup.files;
  await backup.ended;
  // PostgreSQL runs on this machine and uses the same clock. The base contains every transaction
  // before this time.
  const endedAt = new Date();
  const manifest: BaseManifest = {
    format: FORMAT,
    ended_at: endedAt.toISOString(),
    files: [...files],
  };
  await sealBundle(bundle, manifest, { kind: 'base', signer: installationSigner(secrets) });
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
