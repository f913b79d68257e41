/** Fills a migrated, empty database. Consistency is checked once at the end, not row by row. */
import pg from 'pg';
import { print } from '../print.ts';
import { makeAccounts } from './accounts.ts';
import { makeCatalogue } from './catalogue.ts';
import { defineRandom } from './random.ts';
import { makeEvents } from './events.ts';
import { makeLedger } from './ledger.ts';
import { makeLines } from './lines.ts';
import type { Size } from './size.ts';

interface Filling {
  readonly ownerUrl: string;
  readonly size: Size;
  readonly passwordHash: string;
}

export async function fill({ ownerUrl, size, passwordHash }: Filling): Promise<void> {
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const start = performance.now();
    await work();
    print(`  ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  };
  try {
    await owner.query(`set work_mem = '512MB'; set maintenance_work_mem = '1GB'`);
    // Foreign keys and triggers are off: the generated rows are consistent, which saves millions of
    // checks.
    await owner.query(`set session_replication_role = replica`);
    await defineRandom(owner);
    const indexes = await dropIndexes(owner);
    await step('accounts', () => makeAccounts(owner, size, passwordHash));
    await step('lines', () => makeLines(owner, size));
    await step('entries', () => makeLedger(owner, size));
    await step('events', () => makeEvents(owner, size));
    await step('catalogue', () => makeCatalogue(owner, size));
    await step('indexes', async () => {
      for (const definition of indexes) await owner.query(definition);
    });
    await owner.query(`discard temp`);
    await step('vacuum', () => owner.query('vacuum (freeze, analyze)'));
    await setSequences(owner);
  } finally {
    await owner.end();
  }
}

const TABLES = ['accounts', 'lines', 'entries', 'events', 'last_watched'];

/**
 * Drops the indexes. Building them over full tables takes a fraction of the time of a million
 * insertions. Keys of constraints remain.
 */
async function dropIndexes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.tablename = any($1) and not exists (select from pg_constraint c where c.conname = i.indexname)
     order by 1`,
    [TABLES],
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function setSequences(owner: pg.Client): Promise<void> {
  for (const table of ['accounts', 'lines', 'entries', 'events']) {
    await owner.query(
      `select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${table}))`,
      [table],
    );
  }
}
