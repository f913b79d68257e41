/**
 * Tests that a start with a missing requirement ends with one message, before the first migration.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runCommand } from '../../../test/run-command.ts';
import { type DatabaseFacts, databaseChecks, machineChecks, requireAll } from './start-checks.ts';

let folder: string;
let owner: pg.Client;
const databases: string[] = [];
const logins: string[] = [];
const urlOf = (database: string, options = '', login = 'ramal'): string => {
  const url = inject('ownerUrl')
    .replace(/\/ramal(?=\?|$)/, `/${database}`)
    .replace('//ramal', `//${login}`);
  return options ? `${url}&options=${encodeURIComponent(options)}` : url;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-checks-'));
  owner = new pg.Client({ connectionString: urlOf('postgres') });
  await owner.connect();
});
afterAll(async () => {
  for (const name of databases) await owner.query(`drop database ${name} with (force)`);
  for (const name of logins) await owner.query(`drop role ${name}`);
  await owner.end();
  await rm(folder, { recursive: true });
});

async function makeDatabase(encoding: string, ...statements: string[]): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await owner.query(
    `create database ${name} encoding '${encoding}' locale_provider libc locale 'C' template template0`,
  );
  databases.push(name);
  const client = new pg.Client({ connectionString: urlOf(name) });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
  return name;
}

/**
 * Connection option. The objects of the schema `fake` hide those of PostgreSQL with the same name.
 */
const FAKED = '-c search_path=fake,pg_catalog,public';

async function expectRefused(env: Record<string, string>, sentence: RegExp): Promise<void> {
  const { code, errors } = await runCommand('main.ts', [], {
    RAMAL_DATA: path.join(folder, 'data'),
    PORT: '0',
    ...env,
  });
  expect(errors).toMatch(sentence);
  expect(errors.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
}

describe('a start ends with one sentence and exit code 1', { timeout: 300_000 }, () => {
  it('a start on a PostgreSQL older than 17 is rejected before any migration', async () => {
    const name = await makeDatabase(
      'UTF8',
      'create schema fake',
      `create function fake.current_setting(name text) returns text language sql
        return case name when 'server_version_num' then '150018'
          else pg_catalog.current_setting(name) end`,
    );
    await expectRefused(
      { DATABASE_URL: urlOf(name, FAKED) },
      /versão 15\.18 e o Ramal precisa da 17/,
    );
    const client = new pg.Client({ connectionString: urlOf(name) });
    await client.connect();
    const { rows } = await client.query(`select from pg_class where relname = 'accounts'`);
    await client.end();
    expect(rows).toEqual([]);
  });

  it('a start on a database that is not UTF-8 is rejected', async () => {
    const name = await makeDatabase('LATIN1');
    await expectRefused({ DATABASE_URL: urlOf(name) }, /codificação LATIN1 .* precisa de UTF8/);
  });

  it('a start with a login that may not create tables is rejected', async () => {
    const name = await makeDatabase('UTF8');
    const login = `l_${name}`;
    await owner.query(`create role ${login} login`);
    logins.push(login);
    await expectRefused({ DATABASE_URL: urlOf(name, '', login) }, /não pode criar tabelas/);
  });

  it('a start on a server without pg_trgm is rejected', async () => {
    const name = await makeDatabase(
      'UTF8',
      'create schema fake',
      `create view fake.pg_available_extensions as select 'plpgsql' as name`,
    );
    await expectRefused({ DATABASE_URL: urlOf(name, FAKED) }, /não tem a extensão pg_trgm/);
  });

  it('a start on a port of another program is rejected', async () => {
    const stranger = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => stranger.once('listening', resolve));
    const { port } = stranger.address() as AddressInfo;
    await expectRefused({ PORT: String(port) }, new RegExp(`A porta ${port} já está em uso`));
    stranger.close();
  });

  it.runIf(process.platform === 'linux')(
    'a start on a file system that accepts no folder is rejected',
    async () => {
      const config = { dataFolder: '/proc/x/y', databaseUrl: undefined, host: '127.0.0.1' };
      await expect(requireAll(machineChecks, { config, ports: [] })).rejects.toThrow(
        'A pasta /proc/x não pode ser criada neste lugar: escolha outra em RAMAL_DATA.',
      );
    },
  );

  it('a start without a data folder that can be created is rejected', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    await expectRefused({ RAMAL_DATA: path.join(file, 'data') }, /não é uma pasta/);
  });
});

const facts: DatabaseFacts = {
  database: 'ramal',
  login: 'dono',
  version: 170_002,
  encoding: 'UTF8',
  offersTrigrams: true,
  takesAppRole: true,
  createsTables: true,
  createsExtensions: true,
};

describe('each requirement of the database', () => {
  it('PostgreSQL 17 meets each requirement', async () => {
    await expect(requireAll(databaseChecks, facts)).resolves.toBeUndefined();
  });

  it.each([
    [{ version: 160_009 }, 'versão 16.9'],
    [{ encoding: 'SQL_ASCII' }, 'precisa de UTF8'],
    [{ takesAppRole: false }, 'grant ramal_app to "dono"'],
    [{ createsTables: false }, 'torne-o dono do banco'],
    [{ offersTrigrams: false }, 'postgresql-contrib'],
    [{ createsExtensions: false }, 'create extension pg_trgm'],
  ] satisfies [Partial<DatabaseFacts>, string][])(
    'a database with %o is rejected',
    async (missing, sentence) => {
      await expect(requireAll(databaseChecks, { ...facts, ...missing })).rejects.toThrow(sentence);
    },
  );
});

it('a disk with too little room for a new database is refused', async () => {
  const machine = {
    config: { dataFolder: folder, databaseUrl: undefined, host: '127.0.0.1' },
    ports: [],
  };
  const check = (megabytes: number) =>
    requireAll(machineChecks, { ...machine, freeBytes: async () => megabytes * 1024 * 1024 });
  await expect(check(60)).rejects.toThrow('tem 60 MB livres e o início precisa de 256 MB');
  await expect(check(300)).resolves.toBeUndefined();
});
