/**
 * Tests upgrades that skip releases. The data of the first release, and the schema of each later
 * one, are upgraded to this release in one start.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import pino from 'pino';
import { machineIdentity } from '../backups/backups.ts';
import { restoreSnapshot } from '../backups/restore-snapshot.ts';
import { installationSigner } from '../backups/signature.ts';
import { verifyLedger } from '../credits/credits.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { withCopying } from '../foundation/copying.ts';
import { openDatabase } from '../foundation/database.ts';
import { migrate, migrateSchema, migrationNames, readSchemaState } from '../foundation/migrate.ts';
import { withClient } from '../foundation/postgres/client.ts';
import { secretsFrom } from '../foundation/secrets.ts';

/** Snapshot of a demo of 0.1.0, encrypted and signed with this master key. */
const FIRST_RELEASE = path.resolve(import.meta.dirname, '../../test/upgrades/0.1.0.tar.zst.age');
const secrets = secretsFrom(Buffer.alloc(32, 7));

/** Last migration of the first release. Its data is upgraded, the later releases have no rows. */
const FIRST_MIGRATION = '0036-personal-data-in-events';
/** Last migration of each later release that added one, oldest first. */
const laterReleases = {
  '0.2.0': '0107-backgrounds',
  '0.3.0': '0182-reseller-orders',
  '0.4.0': '0236-confirmed-addresses',
  '0.5.0': '0239-rare-states',
  '0.6.0': '0241-paths',
  '0.10.0': '0311-customer-replies',
};

const names: string[] = [];
const inServer = (statement: string) =>
  withClient(inject('ownerUrl'), (client) => client.query(statement));

async function makeDatabase(template = 'template0'): Promise<string> {
  const name = `skip_${process.pid}_${names.length}`;
  names.push(name);
  await inServer(`create database ${name} template ${template}`);
  return name;
}

const urlOf = (name: string): string => inject('ownerUrl').replace(/\/ramal(?=\?|$)/, `/${name}`);

let first: string;
/** Database without rows that has the schema of one release after the other. */
let empty: string;
beforeAll(async () => {
  first = urlOf(await makeDatabase());
  empty = await makeDatabase();
  await restoreSnapshot({
    source: createReadStream(FIRST_RELEASE),
    identities: [await machineIdentity(secrets)],
    trusted: [installationSigner(secrets).publicKey],
    ownerUrl: first,
    keepsSchema: true,
  });
});
afterAll(async () => {
  for (const name of names) await inServer(`drop database if exists ${name} with (force)`);
});

/** Values that no upgrade may change. The columns of the first release suffice to read them. */
const facts = {
  accounts: 'select id, username, parent_id, profile, blocked_at from accounts order by id',
  balances: 'select account_id, kind, balance from wallets order by account_id, kind',
  entries:
    'select id, from_wallet, to_wallet, amount, reason, line_id, key, at from entries order by id',
  lines:
    'select id, platform, owner_id, username, password, is_trial, expires_at, note from lines order by id',
  events: 'select id, kind, actor_id, account_id, line_id, at from events order by id',
};

const readFacts = (url: string) =>
  withCopying({ url }, async (copying) => {
    const result: Record<string, unknown[]> = {};
    for (const [name, query] of Object.entries(facts)) result[name] = await copying.many(query);
    return result;
  });

const migrationsAfter = async (last: string): Promise<string[]> =>
  (await migrationNames()).filter((name) => name > last);

it('upgrades the data of the first release to this one without changing a fact', async () => {
  const before = await readFacts(first);
  expect(before.lines!.length).toBeGreaterThan(200);
  expect((await readSchemaState(first)).missing).toEqual(await migrationsAfter(FIRST_MIGRATION));
  await migrate(first);
  expect((await readSchemaState(first)).missing).toEqual([]);
  expect(await readFacts(first)).toEqual(before);
  const db = openDatabase({ url: first, connections: 1 });
  const report = await verifyLedger({ db, log: pino({ level: 'silent' }) } as AppContext);
  await db.close();
  expect(report).toMatchObject({ entries: before.entries!.length, sum: 0, drifted: [] });
});

it.each(Object.entries(laterReleases))(
  'upgrades the schema of %s to this one',
  async (_release, last) => {
    const { missing } = await readSchemaState(urlOf(empty));
    const count = missing.indexOf(last) + 1;
    expect(count).toBeGreaterThan(0);
    await migrateSchema(urlOf(empty), { count });
    const url = urlOf(await makeDatabase(empty));
    expect((await readSchemaState(url)).missing).toEqual(await migrationsAfter(last));
    await migrate(url);
    expect((await readSchemaState(url)).missing).toEqual([]);
  },
  60_000,
);
