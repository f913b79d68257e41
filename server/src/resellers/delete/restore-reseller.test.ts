import { DAY_MS } from '@ramal/contract/rules/durations';
import { deleteIptvLine, extendIptvLine } from '@ramal/contract/lines/iptv-lines';
import {
  blockResellerAsAdmin,
  deleteNetwork,
  deleteReseller,
  deleteTree,
  restoreReseller,
} from '@ramal/contract/resellers/reseller-acts';
import { createReseller, editReseller, moveCredits } from '@ramal/contract/resellers/resellers';
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
  admin = await person(ctx, { profile: 'admin', until: '2027-03-01T15:00:00Z' });
});
afterAll(() => ctx.close());

const asAdmin = () => ({ token: admin.token });
type Deleting = typeof deleteReseller | typeof deleteNetwork | typeof deleteTree;
const remove = (id: number, act: Deleting = deleteReseller) =>
  call(ctx, act, { params: { id }, body: {} }, asAdmin());
const restore = (id: number, actor = admin) =>
  call(ctx, restoreReseller, { params: { id } }, { token: actor.token });
const below = (parent: Person, balance = 0) => person(ctx, { parent, balance });
const move = (what: Person, to: number) =>
  call(
    ctx,
    editReseller,
    {
      params: { id: what.id },
      body: { username: what.username, email: '5511900000001', newMaster: to },
    },
    asAdmin(),
  );
const balances = (...people: Person[]) =>
  Promise.all(people.map(({ id }) => readAccountBalance(ctx, id)));

describe('restoring', () => {
  it('restores the account with its lines and credits and descendants', async () => {
    const owner = await below(admin, 5000);
    const gone = await below(owner, 2000);
    const child = await below(gone);
    const leaf = await below(child);
    const keptLine = await line(ctx, gone);
    const before = await line(ctx, gone, { isOficial: false });
    await call(
      ctx,
      deleteIptvLine,
      { params: { id: before.id }, body: {} },
      {
        token: gone.token,
      },
    );
    await ctx.owner.query(
      `insert into entries (from_wallet, to_wallet, amount, to_balance, reason, actor_id)
       select (select id from wallets where kind = 'issuance'), id, 300, 300, 'credits-given', $1
       from wallets where account_id = $1 and kind = 'portal'`,
      [gone.id],
    );
    await ctx.owner.query(
      `update wallets set balance = 300 where account_id = $1 and kind = 'portal'`,
      [gone.id],
    );
    await remove(gone.id);
    expect(await balances(owner, gone)).toEqual([7200, 0]);

    const reply = await restore(gone.id);
    expect(reply.body).toEqual({
      message: 'Revenda restaurada com sucesso',
      resellers: 1,
      lines: 1,
      credits: 22,
      missing_credits: 0,
    });
    expect(await balances(owner, gone)).toEqual([5000, 1900]);
    const portal = await ctx.owner.query(
      `select balance::int from wallets where account_id = $1 and kind = 'portal'`,
      [gone.id],
    );
    expect(portal.rows).toEqual([{ balance: 300 }]);
    const lines = await ctx.owner.query(
      'select id::int from lines where owner_id = $1 and deleted_at is null',
      [gone.id],
    );
    expect(lines.rows).toEqual([{ id: keptLine.id }]);
    expect(await readTreePath(ctx, leaf.id)).toEqual([admin.id, owner.id, gone.id, child.id]);
    expect(await session(ctx, gone.username)).toHaveProperty('token');
    expect((await listEventsAbout(ctx, gone.id)).slice(-3)).toMatchObject([
      { kind: 'reseller-restored', actor: admin.id },
      { kind: 'line-restored', actor: admin.id },
      { kind: 'deletion-undone', after: { resellers: 1, lines: 1, credits: 22 } },
    ]);
    await expectWholeTree(ctx);
    await expectWholeLedger(ctx);
  });

  it.each([
    ['network', deleteNetwork, 2],
    ['tree', deleteTree, 3],
  ])('any one of a %s brings back all of it', async (_, act, resellers) => {
    const owner = await below(admin, 1000);
    const root = await below(owner, 2000);
    const middle = await below(root, 3000);
    const leaf = await below(middle, 4000);
    await remove(root.id, act);
    const reply = await restore(leaf.id);
    expect(reply.body).toMatchObject({ resellers, missing_credits: 0 });
    expect(await balances(owner, root, middle, leaf)).toEqual([1000, 2000, 3000, 4000]);
    expect(await readTreePath(ctx, leaf.id)).toEqual([admin.id, owner.id, root.id, middle.id]);
    expect((await restore(root.id)).body.code).toBe('reseller_not_found');
    await expectWholeTree(ctx);
    await expectWholeLedger(ctx);
  });

  it('returns the credits that the owner still has from the top down and reports the missing ones', async () => {
    const owner = await below(admin);
    const root = await below(owner, 3000);
    const leaf = await below(root, 2000);
    const elsewhere = await below(owner);
    await remove(root.id, deleteTree);
    await call(
      ctx,
      moveCredits,
      { params: { id: elsewhere.id }, body: { credits: 15, sale: 1 } },
      { token: owner.token },
    );
    expect((await restore(leaf.id)).body).toMatchObject({ credits: 35, missing_credits: 15 });
    expect(await balances(owner, root, leaf, elsewhere)).toEqual([0, 3000, 500, 1500]);
    await remove(root.id);
    await call(
      ctx,
      moveCredits,
      { params: { id: elsewhere.id }, body: { credits: 30, sale: 1 } },
      { token: owner.token },
    );
    expect((await restore(root.id)).body).toMatchObject({ credits: 0, missing_credits: 30 });
    expect(await balances(owner, root, leaf)).toEqual([0, 0, 500]);
    // A later restoration does not withdraw the credits that an earlier restoration could not
    // withdraw.
    await remove(root.id);
    expect((await restore(root.id)).body).toMatchObject({ credits: 0, missing_credits: 0 });
    await expectWholeLedger(ctx);
  });

  it('issues all credits again if the parent is an admin', async () => {
    const gone = await below(admin, 4000);
    await remove(gone.id);
    expect((await restore(gone.id)).body).toMatchObject({ credits: 40, missing_credits: 0 });
    expect(await balances(gone)).toEqual([4000]);
    await expectWholeLedger(ctx);
  });

  it('leaves accounts that moved or were deleted in the meantime in their place', async () => {
    const owner = await below(admin);
    const gone = await below(owner);
    const [stays, left, deleted] = [await below(gone), await below(gone), await below(gone)];
    await remove(gone.id);
    await move(left, admin.id);
    await remove(deleted.id);
    await restore(gone.id);
    expect(await readTreePath(ctx, stays.id)).toEqual([admin.id, owner.id, gone.id]);
    expect(await readTreePath(ctx, left.id)).toEqual([admin.id]);
    expect(await readTreePath(ctx, deleted.id)).toEqual([admin.id, owner.id]);
    await expectWholeTree(ctx);
  });

  it('restores the account to where its owner has moved in the meantime', async () => {
    const [owner, to] = [await below(admin), await below(admin)];
    const gone = await below(owner);
    const child = await below(gone);
    await remove(gone.id);
    await move(owner, to.id);
    await restore(gone.id);
    expect(await readTreePath(ctx, child.id)).toEqual([admin.id, to.id, owner.id, gone.id]);
    await expectWholeTree(ctx);
  });

  it('keeps a block of the restored account', async () => {
    const gone = await below(admin);
    const body = { reason: 'não pagou o mês' };
    await call(ctx, blockResellerAsAdmin, { params: { id: gone.id }, body }, asAdmin());
    await remove(gone.id);
    await restore(gone.id);
    await expect(session(ctx, gone.username)).rejects.toThrow('Esta conta está bloqueada.');
  });

  it('keeps the user name taken until the restoration', async () => {
    const gone = await below(admin);
    await remove(gone.id);
    const body = { username: gone.username, password: PASSWORD, credits: 0 };
    expect((await call(ctx, createReseller, { body }, asAdmin())).body.code).toBe('account_taken');
  });
});

describe('is refused', () => {
  it('refuses with the name of the owner while the owner is deleted', async () => {
    const owner = await below(admin);
    const gone = await below(owner);
    await remove(gone.id);
    await remove(owner.id);
    const refused = await restore(gone.id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `O dono desta revenda também foi excluído. Restaure primeiro ${owner.username}.`,
    ]);
    expect((await restore(owner.id)).status).toBe(200);
    expect((await restore(gone.id)).status).toBe(200);
    expect(await readTreePath(ctx, gone.id)).toEqual([admin.id, owner.id]);
  });

  it('refuses a restoration after exactly thirty days', async () => {
    const [late, inTime] = [await below(admin), await below(admin)];
    const today = ctx.clock.now().toISOString();
    await remove(late.id);
    ctx.clock.forward(DAY_MS);
    await remove(inTime.id);
    ctx.clock.forward(29 * DAY_MS + 1);
    expect((await restore(inTime.id)).status).toBe(200);
    const refused = await restore(late.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'restore_expired']);
    ctx.clock.set(today);
  });

  it('refuses an account that is not deleted or unknown and everyone but admins', async () => {
    const [owner, undeleted] = [await below(admin), await below(admin)];
    const gone = await below(owner);
    await remove(gone.id);
    expect((await restore(undeleted.id)).body.code).toBe('reseller_not_found');
    expect((await restore(99_999_999)).body.code).toBe('reseller_not_found');
    expect((await restore(gone.id, owner)).body.code).toBe('forbidden');
  });
});

describe('simultaneous requests', () => {
  it('restores once while the owner spends without creating credits or a negative balance', async () => {
    for (let index = 0; index < 4; index += 1) {
      const owner = await below(admin, 1000);
      const gone = await below(owner, 3000);
      const other = await below(owner);
      const { id } = await line(ctx, owner);
      await remove(gone.id);
      const spend = () =>
        call(
          ctx,
          moveCredits,
          { params: { id: other.id }, body: { credits: 10, sale: 1 } },
          { token: owner.token },
        );
      const extend = () =>
        call(
          ctx,
          extendIptvLine,
          { params: { id }, body: { credits: 1 } },
          {
            token: owner.token,
          },
        );
      const replies = await Promise.all([
        spend(),
        extend(),
        restore(gone.id),
        restore(gone.id),
        spend(),
        extend(),
        spend(),
      ]);
      const restored = [replies[2]!, replies[3]!].find(({ status }) => status === 200)!.body;
      expect([replies[2]!.status, replies[3]!.status].toSorted((x, y) => x - y)).toEqual([
        200, 404,
      ]);
      const result = restored as unknown as { credits: number; missing_credits: number };
      expect(result.credits + result.missing_credits).toBe(30);
      expect(await readAccountBalance(ctx, gone.id)).toBe(result.credits * 100);
    }
    await expectWholeTree(ctx);
    await expectWholeLedger(ctx);
  });
});
