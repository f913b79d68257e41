/**
 * Fills an empty database after its migrations. Consistency is checked once at the end, not row by
 * row.
 */
import pg from 'pg';
import { print } from '../print.ts';
import { makeAccounts } from './accounts.ts';
import { makeCatalogue } from './catalogue.ts';
import { defineRandom } from './random.ts';
import { makeEvents } from './events.ts';
import { makeLedger } from './ledger.ts';
import { makeLines } from './lines.ts';
import { makePayments } from './payments.ts';
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
    // Disables foreign keys and triggers. The generated rows are consistent, so millions of checks
    // are saved.
    await owner.query(`set session_replication_role = replica`);
    await defineRandom(owner);
    await makeMonths(owner);
    const indexes = await dropIndexes(owner);
    await step('accounts', () => makeAccounts(owner, size, passwordHash));
    await step('lines', () => makeLines(owner, size));
    await step('entries', () => makeLedger(owner, size));
    await step('payments', () => makePayments(owner));
    await step('events', () => makeEvents(owner, size));
    await step('catalogue', () => makeCatalogue(owner, size));
    await owner.query(`discard temp`);
    await step('indexes', async () => {
      for (const definition of indexes) await owner.query(definition);
    });
    await step('vacuum', () => owner.query('vacuum (freeze, analyze)'));
    await setSequences(owner);
  } finally {
    await owner.end();
  }
}

/**
 * Number of past months that have their own partition, as in an installation that is one year old.
 */
const MONTHS = 12;

/**
 * Creates a partition for each of the past months. The partition of all older rows then ends where
 * the first of these months begins.
 */
async function makeMonths(owner: pg.Client): Promise<void> {
  for (const table of ['events', 'entries']) {
    const past = `${table}_past`;
    await owner.query(`alter table ${table} detach partition ${past}`);
    const { rows } = await owner.query<{ since: string; until: string }>(
      `with months as (
         select (date_trunc('month', first.since at time zone ramal_timezone()) - n * interval '1 month')
           at time zone ramal_timezone() as since
         from (select min(since) as since from record_partitions($1::regclass)) first, generate_series(0, $2::int) n
       )
       select since::text, lead(since) over (order by since)::text as until from months order by since`,
      [table, MONTHS],
    );
    for (const { since, until } of rows)
      if (until) await owner.query('select add_month($1, $2, $3)', [table, since, until]);
    await owner.query(
      `alter table ${table} attach partition ${past} for values from (minvalue) to ('${rows[0]!.since}')`,
    );
  }
}

const TABLES = ['accounts', 'lines', 'entries', 'events', 'charges', 'last_watched'];

/**
 * Drops the indexes except the keys of constraints. Creating an index on a full table takes a
 * fraction of the time of a million insertions.
 */
async function dropIndexes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.tablename = any($1) and not exists (select from pg_constraint c where c.conname = i.indexname)
     order by 1`,
    [TABLES],
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  // Removes ONLY, so that the index is also created in the partitions of its table.
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}

async function setSequences(owner: pg.Client): Promise<void> {
  for (const table of ['accounts', 'lines', 'entries', 'events', 'charges']) {
    await owner.query(
      `select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${table}))`,
      [table],
    );
  }
}
