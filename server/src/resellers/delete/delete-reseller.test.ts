import { createIptvLine } from '@ramal/contract/lines/iptv-lines';
import {
  deleteNetwork,
  deleteReseller,
  deleteTree,
  previewDeletion,
} from '@ramal/contract/resellers/reseller-acts';
import { createReseller, moveCredits } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import {
  PASSWORD,
  type Person,
  readAccountBalance,
  line,
  person,
  session,
} from '../../../test/accounts.ts';
import {
  expectWholeLedger,
  expectWholeTree,
  listEventsAbout,
  readTreePath,
} from '../../../test/tree.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const reaches = { reseller: deleteReseller, network: deleteNetwork, tree: deleteTree };
type Reach = keyof typeof reaches;
const remove = (id: number, reach: Reach = 'reseller', actor = admin) =>
  call(ctx, reaches[reach], { params: { id }, body: {} }, { token: actor.token });
const preview = (id: number, reach?: Reach, actor = admin) =>
  call(
    ctx,
    previewDeletion,
    { params: { id }, ...(reach ? { query: { reach } } : {}) },
    { token: actor.token },
  );
const isDeleted = async (...people: Person[]) => {
  const { rows } = await ctx.owner.query<{ id: string; gone: boolean }>(
    'select id, deleted_at is not null as gone from accounts where id = any($1)',
    [people.map(({ id }) => id)],
  );
  return people.map(({ id }) => rows.find((row) => Number(row.id) === id)!.gone);
};
const linesOf = async (id: number) => {
  const { rows } = await ctx.owner.query(
    'select count(*)::int as n from lines where owner_id = $1 and deleted_at is null',
    [id],
  );
  return rows[0].n as number;
};

/** root ─┬─ middle ─┬─ left ── leaf
 *         │          └─ right
 *         └─ sibling                    with credits and lines on every one */
async function tree() {
  const below = (parent: Person, balance = 1000) => person(ctx, { parent, balance });
  const root = await below(admin, 5000);
  const [middle, sibling] = [await below(root), await below(root)];
  const [left, right] = [await below(middle), await below(middle)];
  const leaf = await below(left);
  await line(ctx, middle);
  await line(ctx, middle, { isOficial: false });
  await line(ctx, leaf);
  return { root, middle, sibling, left, right, leaf };
}

describe('the account alone (3)', () => {
  it('previews exactly the effects of deleting one account', async () => {
    const { root, middle, left, right, leaf, sibling } = await tree();
    await ctx.owner.query(
      `update wallets set balance = 250 where account_id = $1 and kind = 'portal'`,
      [middle.id],
    );
    await ctx.owner.query(
      `insert into entries (from_wallet, to_wallet, amount, to_balance, reason, actor_id)
       select (select id from wallets where kind = 'issuance'), id, 250, 250, 'credits-given', $1
       from wallets where account_id = $1 and kind = 'portal'`,
      [middle.id],
    );
    const expected = {
      resellers: 1,
      lines: 2,
      active_lines: 1,
      active_tests: 1,
      credits: 11.5,
      owner: root.username,
      moving: 2,
    };
    expect((await preview(middle.id)).body).toEqual(expected);
    const reply = await remove(middle.id);
    expect(reply.body).toEqual({
      message: 'Revenda excluída com sucesso',
      id: middle.id,
      toll: expected,
    });

    expect(await isDeleted(middle, root, left, leaf)).toEqual([true, false, false, false]);
    expect(await readTreePath(ctx, left.id)).toEqual([admin.id, root.id]);
    expect(await readTreePath(ctx, right.id)).toEqual([admin.id, root.id]);
    expect(await readTreePath(ctx, leaf.id)).toEqual([admin.id, root.id, left.id]);
    expect([await linesOf(middle.id), await linesOf(leaf.id)]).toEqual([0, 1]);
    expect([
      await readAccountBalance(ctx, root.id),
      await readAccountBalance(ctx, middle.id),
    ]).toEqual([6150, 0]);
    expect(await readAccountBalance(ctx, sibling.id)).toBe(1000);
    await expectWholeTree(ctx);
    await expectWholeLedger(ctx);
  });

  it('counts the trees again at once after a deletion', async () => {
    await ctx.owner.query(`select graphile_worker.remove_job('count-trees-soon')`);
    const gone = await person(ctx, { parent: admin });
    expect((await remove(gone.id)).status).toBe(200);
    const { rowCount } = await ctx.owner.query(
      `select from graphile_worker.jobs where key = 'count-trees-soon' and task_identifier = 'take-tree-totals'`,
    );
    expect(rowCount).toBe(1);
  });

  it('ends the sessions of the deleted account and refuses its sign-in', async () => {
    const { middle } = await tree();
    await remove(middle.id);
    const seen = await call(ctx, getProfile, {}, { token: middle.token });
    expect([seen.status, seen.body.message]).toEqual([401, 'User not found']);
    await expect(session(ctx, middle.username)).rejects.toThrow('Usuário ou senha incorretos.');
    const { rows } = await ctx.owner.query(
      'select distinct ended_because as because from sign_ins where account_id = $1',
      [middle.id],
    );
    expect(rows).toEqual([{ because: 'deleted' }]);
  });

  it('records the account with its effects and the accounts that moved up with the reason', async () => {
    const { middle, left } = await tree();
    await remove(middle.id);
    expect((await listEventsAbout(ctx, middle.id)).at(-1)).toMatchObject({
      kind: 'reseller-deleted',
      actor: admin.id,
      after: { resellers: 1, lines: 2, credits: 9 },
    });
    expect((await listEventsAbout(ctx, left.id)).at(-1)).toMatchObject({
      kind: 'reseller-moved',
      after: { because: 'reseller-deleted' },
    });
  });

  it('returns the credits to issuance if the parent is an admin', async () => {
    const { root } = await tree();
    const reply = await remove(root.id);
    expect(reply.body.toll).toMatchObject({ credits: 50, owner: null, moving: 2 });
    expect(await readAccountBalance(ctx, root.id)).toBe(0);
    await expectWholeLedger(ctx);
  });

  it('moves the children of a deleted top account below the caller', async () => {
    const top = await person(ctx);
    const child = await person(ctx, { parent: top });
    await remove(top.id);
    expect(await readTreePath(ctx, child.id)).toEqual([admin.id]);
    await expectWholeTree(ctx);
  });
});

describe('the network (7) and the tree (8)', () => {
  it.each([
    [
      'network',
      'Rede excluída com sucesso',
      { resellers: 3, lines: 1, active_lines: 1, active_tests: 0, credits: 29 },
    ],
    [
      'tree',
      'Árvore excluída com sucesso',
      { resellers: 4, lines: 3, active_lines: 2, active_tests: 1, credits: 38 },
    ],
  ] as const)('deletes the %s with all its accounts and lines', async (reach, message, result) => {
    const { root, middle, left, right, leaf, sibling } = await tree();
    const takesRoot = reach === 'tree';
    const owner = takesRoot ? root : middle;
    const limited = await readAccountBalance(ctx, owner.id);
    const expected = { ...result, owner: owner.username, moving: 0 };
    expect((await preview(middle.id, reach)).body).toEqual(expected);
    expect((await remove(middle.id, reach)).body).toEqual({
      message,
      id: middle.id,
      toll: expected,
    });
    expect(await isDeleted(middle, left, right, leaf, sibling, root)).toEqual([
      takesRoot,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(await readAccountBalance(ctx, owner.id)).toBe(limited + result.credits * 100);
    expect([await linesOf(middle.id), await linesOf(leaf.id)]).toEqual([takesRoot ? 0 : 2, 0]);
    expect(await readTreePath(ctx, leaf.id)).toEqual([admin.id, root.id, middle.id, left.id]);
    await expectWholeTree(ctx);
    await expectWholeLedger(ctx);
  });

  it('skips accounts that were deleted before', async () => {
    const { middle, left } = await tree();
    await remove(left.id);
    const { toll } = (await remove(middle.id, 'tree')).body;
    expect(toll).toMatchObject({ resellers: 3 });
  });
});

describe('is refused', () => {
  it('refuses everyone but admins and the own account and networks with an admin', async () => {
    const { root, middle } = await tree();
    const other = await person(ctx, { profile: 'admin' });
    const under = await person(ctx, { parent: root });
    await person(ctx, { profile: 'admin', parent: under });
    for (const reach of ['reseller', 'network', 'tree'] as const) {
      expect((await remove(middle.id, reach, root)).body.code).toBe('forbidden');
      expect((await preview(middle.id, reach, root)).body.code).toBe('forbidden');
      expect((await remove(admin.id, reach)).body.code).toBe('forbidden');
      expect((await preview(admin.id, reach)).body.code).toBe('forbidden');
      expect((await remove(99_999_999, reach)).body.code).toBe('reseller_not_found');
    }
    for (const reach of ['network', 'tree'] as const) {
      expect((await remove(other.id, reach)).body.code).toBe('forbidden');
      expect((await remove(root.id, reach)).body.code).toBe('forbidden');
    }
    expect(await isDeleted(root, middle)).toEqual([false, false]);
  });

  it('refuses an account that is already deleted', async () => {
    const { middle } = await tree();
    await remove(middle.id);
    expect((await remove(middle.id)).body.code).toBe('reseller_not_found');
    expect((await preview(middle.id)).body.code).toBe('reseller_not_found');
  });
});

describe('simultaneous requests', () => {
  it('keeps one of two admins that delete each other at the same time', async () => {
    await ctx.owner.query(`update accounts set blocked_at = now() where profile = 'admin'`);
    const [first, second] = [
      await person(ctx, { profile: 'admin' }),
      await person(ctx, { profile: 'admin' }),
    ];
    const replies = await Promise.all([
      remove(second.id, 'reseller', first),
      remove(first.id, 'reseller', second),
    ]);
    expect(replies.map(({ status }) => status).toSorted((x, y) => x - y)[0]).toBe(200);
    expect((await isDeleted(first, second)).filter(Boolean)).toEqual([true]);
    await ctx.owner.query(`update accounts set blocked_at = null where profile = 'admin'`);
    admin = { ...admin, ...(await session(ctx, admin.username)) };
  });

  it('deletes an account once and returns its credits once', async () => {
    const { root, middle } = await tree();
    const replies = await Promise.all(Array.from({ length: 6 }, () => remove(middle.id)));
    expect(replies.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([
      200, 404, 404, 404, 404, 404,
    ]);
    expect(await readAccountBalance(ctx, root.id)).toBe(5900);
  });

  it('sells and creates and gives nothing below a deleted account', async () => {
    for (let index = 0; index < 4; index += 1) {
      const parent = await person(ctx, { parent: admin, balance: 100_000 });
      const seller = await person(ctx, { parent, balance: 100_000 });
      const child = await person(ctx, { parent: seller, balance: 1000 });
      const as = { token: seller.token };
      const sell = (isOficial: boolean) =>
        call(ctx, createIptvLine, { body: { isOficial, nota: 'x', package: 1 } }, as);
      const give = (actor: Person, to: Person, credits: number) =>
        call(
          ctx,
          moveCredits,
          { params: { id: to.id }, body: { credits, sale: 1 } },
          { token: actor.token },
        );
      const open = (n: number) =>
        call(
          ctx,
          createReseller,
          { body: { username: `a-${seller.id}-${n}`, password: PASSWORD, credits: 10 } },
          as,
        );
      const acts = () => [
        sell(true),
        sell(false),
        give(seller, child, 10),
        give(seller, child, -10),
        give(parent, seller, 10),
        give(parent, seller, -10),
      ];
      const replies = await Promise.all([
        ...acts(),
        open(1),
        remove(seller.id, index % 2 === 0 ? 'reseller' : 'tree'),
        ...acts(),
        open(2),
      ]);
      expect(replies[7]!.status).toBe(200);
      expect(Math.max(...replies.map(({ status }) => status))).toBeLessThan(500);
      expect(await linesOf(seller.id)).toBe(0);
      await expectWholeTree(ctx);
      await expectWholeLedger(ctx);
    }
  });
});
