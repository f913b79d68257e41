/**
 * Replaces the current data with the copy that was taken before an upgrade. The data of the newer
 * release is retained under another name. The changes since the copy are written to a file.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { exportEvents, titleOf } from '../activity-log/activity-log.ts';
import {
  formatStamp,
  installationSigner,
  machineIdentity,
  refuseWhileRunning,
  restoreInPlace,
} from '../backups/backups.ts';
import { systemClock } from '../foundation/clock.ts';
import type { Config } from '../foundation/config.ts';
import { openDatabase } from '../foundation/database.ts';
import { exchangeData } from '../foundation/postgres/exchange-data.ts';
import { loadSecrets } from '../foundation/secrets.ts';
import { type StoredCopy, clusterFolder, copiesFolder, snapshotFile } from './copies.ts';
import { eventIdsSince } from './event-mark.ts';

export interface ChangesSince {
  /** Number of changes by title, most frequent first. */
  readonly byTitle: readonly { readonly title: string; readonly count: number }[];
  readonly total: number;
  /** CSV file with a row for each change; undefined without changes. */
  readonly file: string | undefined;
}

/** Writes the changes since the copy to a file next to the copy. */
export async function listChangesSince(
  config: Config,
  ownerUrl: string,
  copy: StoredCopy,
): Promise<ChangesSince> {
  const db = openDatabase({ url: ownerUrl, connections: 1 });
  try {
    const ids = await eventIdsSince(db, copy);
    if (ids.length === 0) return { byTitle: [], total: 0, file: undefined };
    const rows = await db.many<{ kind: string; count: number }>(sql`
      select kind, count(*) from events where id = any(${ids}::bigint[])
      group by kind order by count(*) desc, kind`);
    const admin = await db.first<{ id: number }>(
      sql`select id from accounts where profile = 'admin' order by id limit 1`,
    );
    const file = path.join(
      copiesFolder(config.dataFolder),
      `alteracoes-${formatStamp(new Date())}.csv`,
    );
    const csv = exportEvents(
      { db, clock: systemClock(config.timeZone) },
      { id: admin?.id ?? 0, profile: 'admin' },
      {
        period: {
          from: new Date(copy.takenAt.getTime() - DAY_MS),
          until: new Date(Date.now() + DAY_MS),
        },
        ids,
      },
    );
    await pipeline(Readable.from(csv.content), createWriteStream(file, { mode: 0o600 }));
    const byTitle = rows.map(({ kind, count }) => ({ title: titleOf(kind), count }));
    return { byTitle, total: ids.length, file };
  } finally {
    await db.close();
  }
}

/**
 * Exchanges the cluster of the stopped embedded server. Returns the folder with the newer data, and
 * a function that undoes the exchange if the rollback cannot be completed.
 */
export async function exchangeCluster(config: Config, copy: StoredCopy) {
  const current = path.join(config.dataFolder, 'postgres');
  refuseWhileRunning(current);
  const stamp = formatStamp(new Date());
  const [fresh, former] = [`${current}-rolling-back-${stamp}`, `${current}-before-${stamp}`];
  // The copy moves next to the data first, because the exchange renames within one folder.
  await rename(clusterFolder(copy), fresh);
  try {
    await exchangeData({ current, fresh, former });
  } catch (error) {
    await rename(fresh, clusterFolder(copy));
    throw error;
  }
  const undo = async () => {
    await exchangeData({ current, fresh: former, former: fresh });
    await rename(fresh, clusterFolder(copy));
  };
  return { former, undo };
}

/**
 * Restores the snapshot into a new database with the schema of the snapshot. Then renames both
 * databases.
 */
export async function exchangeDatabase(
  config: Config,
  ownerUrl: string,
  copy: StoredCopy,
): Promise<string> {
  const secrets = await loadSecrets(config.secret, config.dataFolder);
  const { former } = await restoreInPlace({
    config,
    ownerUrl,
    name: path.basename(copy.folder),
    source: createReadStream(snapshotFile(copy)),
    identities: [await machineIdentity(secrets)],
    trusted: [installationSigner(secrets).publicKey],
    keepsSchema: true,
    onRows: () => undefined,
  });
  return former;
}
