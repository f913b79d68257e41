/** Checks the version, durability settings, schema and master key of the database. */
import sql from 'sql-template-tag';
import type { Config } from '../foundation/config.ts';
import type { Db } from '../foundation/database.ts';
import { readSchemaState } from '../foundation/migrate.ts';
import { loadSecrets } from '../foundation/secrets.ts';
import { explainFailure } from '../foundation/start/explain-failure.ts';
import { requireInstallationKey } from '../foundation/start/installation-key.ts';
import { type Finding, failed, passed, warned } from './finding.ts';

type Result = Promise<Omit<Finding, 'subject'>>;

interface Settings {
  readonly version: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly maxConnections: number;
  readonly used: number;
  readonly size: string;
  readonly now: Date;
}

/** Minimum of `max_connections`. Three processes with all roles use at most this number. */
const MIN_CONNECTIONS = 60;

export const readSettings = async (db: Db): Promise<Settings> =>
  (await db.first<Settings>(sql`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('max_connections')::int as max_connections,
      (select count(*) from pg_stat_activity)::int as used,
      pg_size_pretty(pg_database_size(current_database())) as size, now() as now`))!;

export async function checkSettings(settings: Settings): Result {
  const { version, size, used, maxConnections } = settings;
  const detail = `PostgreSQL ${version}, ${size}, ${used} de ${maxConnections} conexões`;
  for (const [name, value] of [
    ['fsync', settings.fsync],
    ['full_page_writes', settings.fullPageWrites],
    ['synchronous_commit', settings.synchronousCommit],
  ] as const)
    if (value === 'off')
      return failed(`${detail}: ${name} está desligado, e uma queda de energia perde vendas`);
  if (maxConnections < MIN_CONNECTIONS)
    return warned(`${detail}: aumente max_connections para ${MIN_CONNECTIONS} ou mais`);
  return passed(detail);
}

export async function checkSchema(ownerUrl: string): Result {
  const { isNew, missing, unknown } = await readSchemaState(ownerUrl);
  if (unknown) return failed(`é de uma versão mais nova (tem ${unknown}): inicie a versão nova`);
  if (isNew) return passed('novo, o primeiro início cria as tabelas');
  return missing.length === 0
    ? passed('é desta versão')
    : warned(`de uma versão anterior: o próximo início faz uma cópia e o atualiza`);
}

const UNDEFINED_TABLE = '42P01';

/** Fails if the stored secrets belong to another master key. */
export async function checkKey({ secret, dataFolder }: Config, db: Db): Result {
  try {
    await requireInstallationKey(db, await loadSecrets(secret, dataFolder));
    return passed(
      secret ? 'RAMAL_SECRET abre os segredos' : `${dataFolder}/secret abre os segredos`,
    );
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE)
      return passed('o próximo início a registra no banco');
    return failed(explainFailure(error) ?? String(error));
  }
}
