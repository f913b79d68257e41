/**
 * Requirements of a start. Each has a name and a Portuguese message that contains the remedy.
 * `machineChecks` run before PostgreSQL starts, `databaseChecks` before the first migration.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rmdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { makeDataFolder } from './data-folder.ts';
import type { Config } from '../config.ts';
import { findPortError } from './handover.ts';
import { withClient } from '../postgres/client.ts';
import { explainCode } from './explain-failure.ts';
import { OperatorError } from './operator-error.ts';

interface StartCheck<Subject> {
  readonly name: string;
  /** Returns the message for the operator, or undefined if the requirement is met. */
  readonly findProblem: (subject: Subject) => string | undefined | Promise<string | undefined>;
}

interface Machine {
  readonly config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'host'>;
  /** Ports that this process will open. */
  readonly ports: readonly number[];
  readonly freeBytes?: (folder: string) => Promise<number>;
}

const MEGABYTE = 1024 * 1024;
/**
 * Free disk space in bytes that a new embedded database requires. The database takes about 70 MB,
 * and its write-ahead log needs additional space.
 */
const NEW_DATABASE_BYTES = 256 * MEGABYTE;
const RUNNING_BYTES = 32 * MEGABYTE;

export const machineChecks: readonly StartCheck<Machine>[] = [
  {
    name: 'folder',
    findProblem: async ({ config: { dataFolder } }) => {
      try {
        await makeDataFolder(dataFolder);
        await rmdir(await mkdtemp(path.join(dataFolder, '.start-')));
        return undefined;
      } catch (error) {
        return explainCode(error) ?? Promise.reject(error);
      }
    },
  },
  {
    name: 'disk',
    findProblem: async ({ config, freeBytes = readFreeBytes }) => {
      const { dataFolder, databaseUrl } = config;
      const isNew = !databaseUrl && !existsSync(path.join(dataFolder, 'postgres/cluster'));
      const needed = isNew ? NEW_DATABASE_BYTES : RUNNING_BYTES;
      const free = await freeBytes(dataFolder);
      if (free >= needed) return undefined;
      return (
        `O disco da pasta ${dataFolder} tem ${Math.floor(free / MEGABYTE)} MB livres e o início precisa de ` +
        `${needed / MEGABYTE} MB: libere espaço ou aponte RAMAL_DATA para outro disco.`
      );
    },
  },
  {
    name: 'port',
    findProblem: async ({ config: { host, dataFolder }, ports }) => {
      for (const port of ports) {
        const error = await findPortError({ host, port }, dataFolder);
        if (error) return explainCode(error) ?? Promise.reject(error);
      }
      return undefined;
    },
  },
];

export interface DatabaseFacts {
  readonly database: string;
  readonly login: string;
  /** Version in the form of `server_version_num`, for example 150018 for 15.18. */
  readonly version: number;
  readonly encoding: string;
  readonly offersTrigrams: boolean;
  /**
   * True if the login can use the role `ramal_app`. If the role does not exist, the login must be
   * allowed to create it.
   */
  readonly takesAppRole: boolean;
  readonly createsTables: boolean;
  readonly createsExtensions: boolean;
}

const MIN_MAJOR = 17;

export const databaseChecks: readonly StartCheck<DatabaseFacts>[] = [
  {
    name: 'version',
    findProblem: ({ version }) =>
      version >= MIN_MAJOR * 10_000
        ? undefined
        : `O PostgreSQL em DATABASE_URL é da versão ${Math.floor(version / 10_000)}.${version % 10_000} e o ` +
          `Ramal precisa da ${MIN_MAJOR} ou mais nova: atualize o servidor, ou retire DATABASE_URL para usar o PostgreSQL que vem junto.`,
  },
  {
    name: 'encoding',
    findProblem: ({ encoding, database }) =>
      encoding === 'UTF8'
        ? undefined
        : `O banco «${database}» usa a codificação ${encoding} e o Ramal precisa de UTF8: crie o banco com ` +
          "`create database … encoding 'UTF8' template template0`.",
  },
  {
    name: 'role',
    findProblem: ({ login, database, takesAppRole, createsTables }) => {
      if (!createsTables)
        return `O usuário «${login}» não pode criar tabelas no banco «${database}»: torne-o dono do banco com \`alter database … owner to …\`.`;
      if (!takesAppRole)
        return `O usuário «${login}» não pode usar o papel ramal_app: como superusuário, execute \`create role ramal_app nologin\`, se ele não existe, e \`grant ramal_app to "${login}"\`.`;
      return undefined;
    },
  },
  {
    name: 'extensions',
    findProblem: ({ offersTrigrams, createsExtensions, database }) => {
      if (!offersTrigrams)
        return 'O servidor do PostgreSQL não tem a extensão pg_trgm: instale o pacote postgresql-contrib nele.';
      if (!createsExtensions)
        return `A extensão pg_trgm não está instalada no banco «${database}»: como superusuário, execute \`create extension pg_trgm\` nele.`;
      return undefined;
    },
  },
];

/** Throws an error with the message of the first requirement that is not met. */
export async function requireAll<Subject>(
  checks: readonly StartCheck<Subject>[],
  subject: Subject,
): Promise<void> {
  for (const { findProblem } of checks) {
    const problem = await findProblem(subject);
    if (problem !== undefined) throw new OperatorError(problem);
  }
}

/**
 * Reads the properties of the database that `databaseChecks` need. All names in the query exist
 * since PostgreSQL 10. An old server therefore gets the error about its version and not a failed
 * query.
 */
export const readDatabaseFacts = (url: string): Promise<DatabaseFacts> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<DatabaseFacts>(
      `select current_database() as database, current_user as login,
        current_setting('server_version_num')::int as version,
        current_setting('server_encoding') as encoding,
        exists (select from pg_available_extensions where name = 'pg_trgm') as "offersTrigrams",
        coalesce(
          (select login.rolsuper or pg_has_role(app.oid, 'member')
            or pg_has_role(app.oid, 'member with admin option')
            from pg_roles as app where app.rolname = 'ramal_app'),
          login.rolsuper or login.rolcreaterole
        ) as "takesAppRole",
        login.rolsuper or has_schema_privilege('public', 'create') as "createsTables",
        login.rolsuper or has_database_privilege(current_database(), 'create')
          or exists (select from pg_extension where extname = 'pg_trgm') as "createsExtensions"
      from pg_roles as login where login.rolname = current_user`,
    );
    return rows[0]!;
  });

/** Free space of the disk of a folder, for an ordinary user. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
