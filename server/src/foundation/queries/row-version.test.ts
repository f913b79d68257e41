/** Tests which changes give a row a new version, and which do not. */
import { Refusal } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { refuseIfChanged, type VersionedRow, versionColumn } from './row-version.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
  await ctx.owner.query(`
    create table notes (id int primary key, text text not null);
    create table notes_below (note int references notes);
    insert into notes values (1, 'a');
    grant all on notes, notes_below to public`);
});
afterAll(() => ctx.close());

const version = async () =>
  (await ctx.db.first<VersionedRow>(sql`select ${versionColumn} from notes where id = 1`))!.version;

it('every save changes the version, also a save of equal values', async () => {
  const before = await version();
  const written = await ctx.db.tx((tx) =>
    tx.first<VersionedRow>(
      sql`update notes set text = 'a' where id = 1 returning ${versionColumn}`,
    ),
  );
  expect(written!.version).not.toBe(before);
  expect(await version()).toBe(written!.version);
});

it('locks, references to the row and vacuum keep the version', async () => {
  const before = await version();
  await ctx.db.tx((tx) => tx.first(sql`select from notes where id = 1 for update`));
  await ctx.db.tx((tx) => tx.run(sql`insert into notes_below values (1)`));
  await ctx.owner.query('vacuum (freeze) notes');
  await ctx.owner.query('vacuum full notes');
  expect(await version()).toBe(before);
});

it('a transaction that was rolled back keeps the version', async () => {
  const before = await version();
  const undone = ctx.db.tx(async (tx) => {
    await tx.run(sql`update notes set text = 'b' where id = 1`);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await version()).toBe(before);
});

it('a transaction that waited for the lock reads the new version', async () => {
  const before = await version();
  const locked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const first = ctx.db.tx(async (tx) => {
    await tx.run(sql`update notes set text = 'c' where id = 1`);
    locked.resolve();
    await go.promise;
  });
  await locked.promise;
  const second = ctx.db.tx((tx) =>
    tx.first<VersionedRow>(sql`select ${versionColumn} from notes where id = 1 for update`),
  );
  await expect.poll(waiting).toBe(1);
  go.resolve();
  await first;
  const { version: seen } = (await second)!;
  expect(seen).not.toBe(before);
  expect(seen).toBe(await version());
});

const waiting = async () =>
  (
    await ctx.owner.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows[0]!.count;

it('rejects another version than the stored one, and accepts a save without a version', () => {
  const row = { version: '7' };
  expect(() => refuseIfChanged(row, '6')).toThrow(Refusal);
  expect(() => refuseIfChanged(row, '7')).not.toThrow();
  expect(() => refuseIfChanged(row, undefined)).not.toThrow();
});
