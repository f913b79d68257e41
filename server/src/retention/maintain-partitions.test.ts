/** Tests the monthly partitions of events and entries. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { line, person } from '../../test/accounts.ts';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { createNextPartitions, analyzeRecords, freezeFinished } from './maintain-partitions.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

interface Partition {
  readonly name: string;
  readonly since: Date | null;
  readonly until: Date | null;
}

async function partitionsOf(table: string): Promise<Partition[]> {
  const { rows } = await ctx.owner.query<Partition>(
    'select * from record_partitions($1::regclass)',
    [table],
  );
  return rows;
}

describe.each(['events', 'entries'])('%s', (table) => {
  it('has a month for each day until three months from now, without a gap', async () => {
    const partitions = await partitionsOf(table);
    const limited = partitions.filter(({ until }) => until !== null);
    expect(partitions.map(({ name }) => name)).toContain(`${table}_default`);
    expect(limited[0]).toMatchObject({ name: `${table}_past`, since: null });
    for (const [n, { since }] of limited.slice(1).entries())
      expect(since).toEqual(limited[n]!.until);
    expect(limited.at(-1)!.until!.getTime()).toBeGreaterThan(Date.now() + 80 * DAY_MS);
  });

  it('refuses every change of a partition, also by the owner of the schema', async () => {
    for (const { name } of await partitionsOf(table)) {
      await expect(ctx.owner.query(`delete from ${name}`)).rejects.toThrow('append-only');
      await expect(ctx.owner.query(`truncate ${name}`)).rejects.toThrow('append-only');
      for (const act of [
        `select from ${name}`,
        `delete from ${name}`,
        `update ${name} set at = at`,
      ])
        await expect(ctx.db.pool.query(act)).rejects.toThrow('permission denied');
    }
  });

  it('gives its ids by its sequence only', async () => {
    await expect(
      ctx.db.pool.query(
        `insert into ${table} overriding system value select * from ${table} limit 1`,
      ),
    ).rejects.toThrow('permission denied');
  });
});

async function insertEvents(times: readonly Date[]): Promise<number[]> {
  const { rows } = await ctx.db.pool.query<{ id: number }>(
    `insert into events (at, kind) select at, 'moved' from unnest($1::timestamptz[]) at returning id`,
    [times],
  );
  return rows.map(({ id }) => Number(id));
}

async function partitionOf(id: number | undefined): Promise<string> {
  const { rows } = await ctx.owner.query(
    'select tableoid::regclass::text as name from events where id = $1',
    [id],
  );
  return rows[0].name;
}

it('stores a row in the partition of its month', async () => {
  const months = (await partitionsOf('events')).filter(({ until }) => until !== null);
  const last = months.map(({ until }) => new Date(until!.getTime() - 1));
  const ids = await insertEvents(last);
  for (const [n, { name }] of months.entries()) expect(await partitionOf(ids[n])).toBe(name);
});

it('keeps a row without a month, reports it, and moves it when its month is added', async () => {
  const since = new Date(Date.now() + 400 * DAY_MS);
  const until = new Date(since.getTime() + 30 * DAY_MS);
  const [early, later] = await insertEvents([since, until]);
  expect(await partitionOf(early)).toBe('events_default');

  const logged: unknown[] = [];
  const log = pino({}, { write: (text: string) => void logged.push(JSON.parse(text)) });
  await createNextPartitions({ ...ctx, log });
  expect(logged).toMatchObject([{ level: 50, partition: 'events_default', rows: 2 }]);

  await ctx.owner.query(`select add_month('events', $1, $2)`, [since, until]);
  expect(await partitionOf(early)).toMatch(/^events_\d{4}_\d\d$/);
  expect(await partitionOf(later)).toBe('events_default');
  await expect(ctx.owner.query('delete from events_default')).rejects.toThrow('append-only');
  await expect(ctx.owner.query(`update events set kind = 'other'`)).rejects.toThrow('append-only');
});

it('freezes each finished partition once, events after their addresses were erased', async () => {
  const started = new Date();
  const [past] = await partitionsOf('entries');
  ctx.clock.set(new Date(past!.until!.getTime() + 3 * DAY_MS).toISOString());
  expect(await freezeFinished(ctx)).toEqual(['entries_past']);
  expect(await freezeFinished(ctx)).toEqual([]);
  await analyzeRecords(ctx);
  // PostgreSQL only warns if the permission for a table is missing, so the statistics are checked.
  const { rows } = await ctx.owner.query(
    `select relname::text as name from pg_stat_user_tables where last_vacuum is not null
     union all
     select relname::text from pg_stat_user_tables where relname in ('events', 'entries') and last_analyze > $1
     order by 1`,
    [started],
  );
  expect(rows).toEqual([{ name: 'entries' }, { name: 'entries_past' }, { name: 'events' }]);
  ctx.clock.forward((ctx.config.retentionDays + 1) * DAY_MS);
  expect(await freezeFinished(ctx)).toContain('events_past');
  expect(await freezeFinished(ctx)).toEqual([]);
});

it('sells into the partitions with every guard of the table', async () => {
  const parent = await person(ctx, { balance: 10_000 });
  const { id } = await line(ctx, parent);
  await expect(
    ctx.owner.query(`insert into events (kind, line_id) values ('x', ${id + 1_000_000})`),
  ).rejects.toThrow('events_line_fkey');
});
