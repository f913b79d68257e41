/** Tests the migration that partitions events and entries, on a database with rows. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { migrateSchema, migrationNames } from '../migrate.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

describe('the migration to partitions', () => {
  const name = `m_${process.pid}_${Date.now()}`;
  const server = (database: string): string =>
    inject('ownerUrl').replace(/\/ramal(?=\?|$)/, `/${database}`);
  let pool: pg.Pool;

  beforeAll(async () => {
    await ctx.owner.query(`create database ${name}`);
    const before = (await migrationNames()).findIndex((each) => each.startsWith('0320'));
    await migrateSchema(server(name), { count: before });
    pool = new pg.Pool({ connectionString: server(name), max: 4 });
    pool.on('error', () => undefined);
    await pool.query(`
      insert into accounts (id, username, password_hash, profile, ancestors)
      values (1, 'admin', 'x', 'admin', '{1}'), (2, 'revenda', 'x', 'reseller', '{2}');
      insert into wallets (account_id, kind, balance) values (2, 'balance', 0);
      insert into events (at, kind, account_id) select now() - n * interval '1 day', 'kept', 2 from generate_series(0, 99) n;
      insert into entries (at, from_wallet, to_wallet, amount, reason, actor_id)
      select now() - n * interval '1 day', 1, 3, n, 'credits-given', 1 from generate_series(1, 100) n`);
  });
  afterAll(async () => {
    await pool.end();
    await ctx.owner.query(`drop database ${name} with (force)`);
  });

  const contentOf = (table: string) =>
    pool
      .query(`select array_agg(t::text order by id) as rows from ${table} t`)
      .then(({ rows }) => rows[0].rows as string[]);

  it('keeps every row while the version before it sells', async () => {
    const before = await Promise.all(['events', 'entries'].map(contentOf));
    let isFinished = false;
    const sold: string[] = [];
    const selling = (async () => {
      while (!isFinished) {
        const { rows } = await pool.query<{ id: string }>(
          `insert into entries (from_wallet, to_wallet, amount, reason, actor_id)
           values (1, 3, 5, 'credits-given', 1) returning id`,
        );
        sold.push(rows[0]!.id);
        await pool.query(`insert into events (kind, account_id) values ('credits-given', 2)`);
      }
    })();
    try {
      await migrateSchema(server(name));
    } finally {
      isFinished = true;
      await selling;
    }
    const [events, entries] = await Promise.all(['events', 'entries'].map(contentOf));
    expect(events!.slice(0, 100)).toEqual(before[0]);
    expect(entries!.slice(0, 100)).toEqual(before[1]);
    expect(entries).toHaveLength(100 + sold.length);
    expect(events).toHaveLength(100 + sold.length);
    expect(new Set(sold).size).toBe(sold.length);
  });

  it('leaves the rows of before in one partition with a month of time until the next', async () => {
    for (const table of ['events', 'entries']) {
      const { rows: partitions } = await pool.query<{ name: string; until: Date }>(
        'select * from record_partitions($1::regclass)',
        [table],
      );
      const [past] = partitions;
      expect(past!.until.getTime()).toBeGreaterThan(Date.now() + 27 * DAY_MS);
      const { rows } = await pool.query(`select count(*)::int as others from ${table}
        where tableoid <> '${past!.name}'::regclass`);
      expect(rows).toEqual([{ others: 0 }]);
    }
  });

  it('makes the same schema as for an empty database', async () => {
    const shape = async (from: pg.Pool): Promise<unknown[]> => {
      const { rows } = await from.query(`
        select 'index' as what, pg_get_indexdef(indexrelid) as text from pg_index
        where indrelid in ('events'::regclass, 'entries'::regclass, 'events_past'::regclass, 'entries_past'::regclass)
        union all
        select 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
          || convalidated from pg_constraint
        where conrelid in ('events'::regclass, 'entries'::regclass, 'events_past'::regclass, 'entries_past'::regclass)
        union all
        select 'trigger', pg_get_triggerdef(oid) from pg_trigger
        where tgrelid in ('events'::regclass, 'entries'::regclass, 'events_past'::regclass, 'entries_past'::regclass)
          and not tgisinternal
        order by 1, 2`);
      return rows;
    };
    expect(await shape(pool)).toEqual(await shape(ctx.owner));
  });
});
