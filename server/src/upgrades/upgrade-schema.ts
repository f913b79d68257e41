/**
 * Migrates the database of an earlier release. Before that, it takes a copy for a rollback. Of
 * several processes that start at the same time, one upgrades and the others wait.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { version } from '@ramal/contract/version';
import type { Logger } from 'pino';
import sql from 'sql-template-tag';
import { machineRecipient, writeSnapshot } from '../backups/backups.ts';
import type { EmbeddedServer } from '../foundation/app-context.ts';
import type { Config } from '../foundation/config.ts';
import { withCopying } from '../foundation/copying.ts';
import { openDatabase } from '../foundation/database.ts';
import { migrate, readSchemaState } from '../foundation/migrate.ts';
import { withClient } from '../foundation/postgres/client.ts';
import {
  canShareBlocks,
  copyCluster,
  measureCluster,
} from '../foundation/postgres/copy-cluster.ts';
import { startEmbedded } from '../foundation/postgres/embedded.ts';
import { osUserFor } from '../foundation/postgres/os-user.ts';
import { loadSecrets } from '../foundation/secrets.ts';
import { OperatorError } from '../foundation/start/operator-error.ts';
import { readFreeBytes } from '../foundation/start/start-checks.ts';
import {
  type StoredCopy,
  type UpgradeCopy,
  copiesFolder,
  clusterFolder,
  snapshotFile,
  storeCopy,
} from './copies.ts';
import { type EventMark, readEventMark } from './event-mark.ts';
import { readVersionFile } from './version-file.ts';

interface Installation {
  readonly config: Config;
  readonly ownerUrl: string;
  readonly embedded: EmbeddedServer | undefined;
  readonly log: Logger;
}

export interface Upgrade {
  readonly fromVersion: string | null;
  readonly toVersion: string;
  readonly startedAt: Date;
  /** Undefined if the operator upgrades without the possibility of a rollback. */
  readonly copy: StoredCopy | undefined;
}

/**
 * Migrates the schema and returns the upgrade. Undefined if the schema was new or already complete.
 */
export async function upgradeSchema(installation: Installation): Promise<Upgrade | undefined> {
  const { ownerUrl, log } = installation;
  const { unknown } = await readSchemaState(ownerUrl);
  if (unknown !== undefined)
    throw new OperatorError(
      `O banco é de uma versão mais nova do que a ${version} (tem ${unknown}): inicie a versão mais nova, ou volte a esta com o comando rollback dela.`,
    );
  let upgrade: Upgrade | undefined;
  await migrate(ownerUrl, {
    log: (line) => log.warn(line),
    beforeUpgrade: async () => {
      upgrade = await prepare(installation);
    },
  });
  if (upgrade) await recordUpgrade(ownerUrl, upgrade);
  return upgrade;
}

async function prepare(installation: Installation): Promise<Upgrade> {
  const { config } = installation;
  const startedAt = new Date();
  const fromVersion = (await readVersionFile(config.dataFolder))?.current.version ?? null;
  const copy = config.upgradeCopy ? await takeCopy(installation, fromVersion) : undefined;
  return { fromVersion, toVersion: version, startedAt, copy };
}

async function takeCopy(
  installation: Installation,
  fromVersion: string | null,
): Promise<StoredCopy> {
  const { config, embedded } = installation;
  const { dataFolder } = config;
  await mkdir(copiesFolder(dataFolder), { recursive: true, mode: 0o700 });
  await requireSpace(installation);
  return storeCopy(dataFolder, `${fromVersion ?? 'old'}-to-${version}`, async (folder) => ({
    ...(embedded ? await copyEmbedded(embedded, folder) : await copyExternal(installation, folder)),
    kind: embedded ? 'cluster' : 'snapshot',
    fromVersion,
    toVersion: version,
  }));
}

type CopyContent = Pick<UpgradeCopy, 'bytes' | 'lastEventId' | 'missingEventIds'>;

/**
 * Copies the embedded cluster and starts the copy once. The start makes the copy consistent and
 * shows that it is usable.
 */
async function copyEmbedded(
  { ownerUrl, folder: from }: EmbeddedServer,
  folder: string,
): Promise<CopyContent> {
  const target = clusterFolder({ folder });
  await mkdir(target, { mode: 0o700 });
  const bytes = await copyCluster(ownerUrl, path.join(from, 'cluster'), {
    folder: path.join(target, 'cluster'),
    account: osUserFor(from),
  });
  const server = await startEmbedded({
    folder: target,
    archives: true,
    isBackground: true,
    once: true,
  });
  try {
    return { bytes, ...(await withCopying({ url: server.ownerUrl }, readEventMark)) };
  } finally {
    await server.stop();
  }
}

async function copyExternal(
  { config, ownerUrl }: Installation,
  folder: string,
): Promise<CopyContent> {
  const secrets = await loadSecrets(config.secret, config.dataFolder);
  const db = openDatabase({ url: ownerUrl, connections: 2, pooled: config.databasePooled });
  let mark: EventMark | undefined;
  try {
    const { bytes } = await writeSnapshot(
      { config, db, secrets },
      {
        file: snapshotFile({ folder }),
        recipients: [await machineRecipient(secrets)],
        onSnapshot: async (copying) => {
          mark = await readEventMark(copying);
        },
      },
    );
    return { bytes, ...mark! };
  } finally {
    await db.close();
  }
}

const MEGABYTE = 1024 * 1024;
/** Free space that the migration itself and the recovery of the copy need. */
const RESERVE_BYTES = 256 * MEGABYTE;
/** Assumed maximum size of a compressed snapshot, as a share of the database's size. */
const SNAPSHOT_PART = 0.25;

async function requireSpace({ config, ownerUrl, embedded }: Installation): Promise<void> {
  const to = copiesFolder(config.dataFolder);
  const needed =
    RESERVE_BYTES +
    (embedded ? await clusterBytes(embedded, to) : SNAPSHOT_PART * (await databaseBytes(ownerUrl)));
  const free = await readFreeBytes(to);
  if (free >= needed) return;
  throw new OperatorError(
    `Sem lugar para a cópia, não atualiza: ela precisa de ${megabytes(needed)} em ${to} e o disco tem ${megabytes(free)} livres. ` +
      'Libere espaço, ou inicie com RAMAL_UPGRADE_COPY=0 para atualizar sem volta. Nada mudou.',
  );
}

async function clusterBytes({ folder }: EmbeddedServer, to: string): Promise<number> {
  const cluster = path.join(folder, 'cluster');
  return (await canShareBlocks(cluster, to)) ? 0 : measureCluster(cluster);
}

const databaseBytes = (ownerUrl: string): Promise<number> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    return Number(rows[0]!.bytes);
  });

const megabytes = (bytes: number): string =>
  `${Math.ceil(bytes / MEGABYTE).toLocaleString('pt-BR')} MB`;

async function recordUpgrade(
  ownerUrl: string,
  { fromVersion, toVersion, startedAt, copy }: Upgrade,
): Promise<void> {
  const db = openDatabase({ url: ownerUrl, connections: 1 });
  try {
    await db.tx((tx) =>
      tx.run(sql`
        insert into upgrades (from_version, to_version, started_at, finished_at, copy_kind, copy_taken_at,
          copy_bytes, copy_expires_at, copy_last_event_id, copy_missing_event_ids)
        values (${fromVersion}, ${toVersion}, ${startedAt}, ${new Date()}, ${copy?.kind ?? null},
          ${copy?.takenAt ?? null}, ${copy?.bytes ?? null}, ${copy?.expiresAt ?? null},
          ${copy?.lastEventId ?? null}, ${copy?.missingEventIds ?? null}::bigint[])`),
    );
  } finally {
    await db.close();
  }
}
