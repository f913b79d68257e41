/**
 * Tests begin and end of transactions on the wire. A transaction must leave no state on its
 * connection.
 */
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { sentDuring } from '../../../test/sent-statements.ts';
import { type Db, type Tx, openDatabase } from '../database.ts';

let ctx: TestContext;
let db: Db;
beforeAll(async () => {
  ctx = await createTestContext();
  await ctx.owner.query(`
    create table notes (id int primary key, text text not null,
      twin int references notes deferrable initially deferred);
    grant all on notes to public`);
  // Uses a single connection, so that the next transaction would see the state that the previous
  // one left.
  db = openDatabase({ url: String(ctx.db.pool.options.connectionString), connections: 1 });
});
beforeEach(async () => {
  await ctx.owner.query('truncate notes');
  // The first transaction of a connection prepares `begin` and `commit`, so the tests begin with
  // the second one.
  await db.tx((tx) => tx.run(sql`select 1`));
});
afterAll(async () => {
  await db.close();
  await ctx.close();
});

const write = (id: number, text: string | null = 'a', twin: number | null = null) =>
  sql`insert into notes (id, text, twin) values (${id}, ${text}, ${twin})`;
const first = (tx: Tx, id: number) => tx.run(write(id), 'prepared');
const last = (tx: Tx, id: number, text?: string | null, twin?: number) =>
  tx.finish(write(id, text, twin), 'prepared');
const written = async () =>
  (await db.many<{ id: number }>(sql`select id from notes order by id`)).map(({ id }) => id);
const isOutside = async () =>
  (await db.first<{ same: boolean }>(sql`select statement_timestamp() = now() as same`))!.same;

describe('a transaction', () => {
  it('a transaction begins with its first statement and is committed with its last', async () => {
    const sent = await sentDuring({ db }, () =>
      db.tx(async (tx) => {
        const rows = await tx.many<{ one: number }>(sql`select 1 as one`, 'prepared');
        expect(rows).toEqual([{ one: 1 }]);
        await tx.run(write(1));
        await last(tx, 2);
      }),
    );
    expect(sent).toEqual(['select 1 as one', write(1).text, write(2).text]);
    expect([await written(), await isOutside()]).toEqual([[1, 2], true]);
  });

  it('a transaction of one statement is one round trip', async () => {
    const sent = await sentDuring({ db }, () => db.tx((tx) => last(tx, 1)));
    expect(sent).toEqual([write(1).text]);
    expect(await written()).toEqual([1]);
  });

  it('begin and commit are sent separately without a prepared statement or on a new connection', async () => {
    const fresh = openDatabase({ url: String(ctx.db.pool.options.connectionString) });
    const pooled = openDatabase({
      url: String(ctx.db.pool.options.connectionString),
      pooled: true,
    });
    for (const other of [fresh, pooled]) {
      const sent = await sentDuring({ db: other }, () =>
        other.tx((tx) => last(tx, other === fresh ? 1 : 2)),
      );
      expect(sent).toEqual(['begin', write(1).text, 'commit']);
      await other.close();
    }
    const plain = await sentDuring({ db }, () =>
      db.tx(async (tx) => {
        await tx.run(write(3));
        await tx.finish(write(4));
      }),
    );
    expect(plain).toEqual(['begin', write(3).text, write(4).text, 'commit']);
    expect(await written()).toEqual([1, 2, 3, 4]);
  });

  it('a transaction without statements sends nothing', async () => {
    expect(await sentDuring({ db }, () => db.tx(async () => undefined))).toEqual([]);
  });

  it('a transaction rejects statements after its last one', async () => {
    const more = db.tx(async (tx) => {
      await last(tx, 1);
      await first(tx, 2);
    });
    await expect(more).rejects.toThrow('the transaction has ended');
    expect(await written()).toEqual([1]);
  });

  it('a transaction in a rehearsal is undone with it', async () => {
    await db.rehearse(() => db.tx((tx) => last(tx, 1)));
    expect(await written()).toEqual([]);
  });
});

describe('nothing is written when', () => {
  const expectRefused = async (work: (tx: Tx) => Promise<unknown>, code: string) => {
    await expect(db.tx(work)).rejects.toMatchObject({ code });
    expect([await written(), await isOutside()]).toEqual([[], true]);
  };

  it('nothing is written when the first statement fails', () =>
    expectRefused((tx) => last(tx, 1, null), '23502'));

  it('nothing is written when the last statement fails', () =>
    expectRefused(async (tx) => {
      await first(tx, 1);
      await last(tx, 1);
    }, '23505'));

  it('nothing is written when the last statement cannot be parsed', () =>
    expectRefused(async (tx) => {
      await first(tx, 1);
      await tx.finish(sql`insert into nowhere values (${1})`, 'prepared');
    }, '42P01'));

  it('nothing is written when only the commit fails', () =>
    expectRefused((tx) => last(tx, 1, 'a', 2), '23503'));

  it('nothing is written when an earlier error was ignored', () =>
    expectRefused(async (tx) => {
      await first(tx, 1);
      await first(tx, 1).catch(() => undefined);
      await last(tx, 2);
    }, '25P02'));

  it('nothing is written when a value cannot be sent', async () => {
    const unsent = {
      toPostgres: () => {
        throw new Error('unsent');
      },
    };
    const work = db.tx(async (tx) => {
      await first(tx, 1);
      await tx.finish(sql`insert into notes values (${unsent as never}, 'a')`, 'prepared');
    });
    await expect(work).rejects.toThrow('unsent');
    expect([await written(), await isOutside()]).toEqual([[], true]);
  });
});
