/** A streaming replica of an embedded PostgreSQL, created as pg_basebackup does. */
import { chown, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openDataDir } from '../src/foundation/postgres/data-dir.ts';
import { type EmbeddedPostgres, startEmbedded } from '../src/foundation/postgres/embedded.ts';
import { unpackBaseBackup } from '../src/foundation/postgres/unpack-base-backup.ts';

/**
 * Settings that a primary needs for a replica. The option `archives` of an embedded server includes
 * them.
 */
export const PRIMARY_SETTINGS = {
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '1GB',
};

/** Starts the replica in this folder, which must be empty or missing. */
export async function startReplica(primaryUrl: string, folder: string): Promise<EmbeddedPostgres> {
  const { folder: real, account } = openDataDir(folder);
  const cluster = path.join(real, 'cluster');
  await unpackBaseBackup(primaryUrl, cluster);
  await writeFile(path.join(cluster, 'standby.signal'), '');
  if (account) {
    for (const name of ['', ...(await readdir(cluster, { recursive: true }))])
      await chown(path.join(cluster, name), account.uid, account.gid);
  }
  const at = new URL(primaryUrl.replace('@/', '@localhost/')).searchParams;
  return startEmbedded({
    folder,
    fsync: false,
    once: true,
    settings: {
      ...PRIMARY_SETTINGS,
      primary_conninfo: `host=${at.get('host')} port=${at.get('port')} user=ramal`,
    },
  });
}
