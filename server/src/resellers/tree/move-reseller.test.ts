import { blockNetwork, deleteReseller, deleteTree } from '@ramal/contract/resellers/reseller-acts';
import { createReseller, editReseller } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { PASSWORD, type Person, person } from '../../../test/accounts.ts';
import { expectWholeTree, listEventsAbout, readTreePath } from '../../../test/tree.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const move = (what: Person, to: number, actor = admin) =>
  call(
    ctx,
    editReseller,
    {
      params: { id: what.id },
      body: { username: what.username, email: '5511900000001', newMaster: to },
    },
    { token: actor.token },
  );
const below = (parent: Person, more = {}) => person(ctx, { parent, ...more });
const franchiseOf = async (...people: Person[]) => {
  const { rows } = await ctx.owner.query<{ id: string; f: number | null }>(
    'select id, id_franchise as f from accounts where id = any($1)',
    [people.map(({ id }) => id)],
  );
  return people.map(({ id }) => rows.find((row) => Number(row.id) === id)!.f);
};
const join = (id_franchise: number, ...people: Person[]) =>
  ctx.owner.query('update accounts set id_franchise = $1 where id = any($2)', [
    id_franchise,
    people.map(({ id }) => id),
  ]);

describe('a new owner', () => {
  it('moves the account with all descendants and records it in both histories', async () => {
    const [from, to] = [await below(admin), await below(admin)];
    const moved = await below(from);
    const child = await below(moved);
    const leaf = await below(child);
    const stays = await below(from);
    const reply = await move(moved, to.id);
    expect(reply.body).toMatchObject({
      message: 'Revenda alterada com sucesso',
      data: { owner_id: to.id, owner: to.username },
    });
    expect(await readTreePath(ctx, leaf.id)).toEqual([admin.id, to.id, moved.id, child.id]);
    expect(await readTreePath(ctx, stays.id)).toEqual([admin.id, from.id]);
    expect((await listEventsAbout(ctx, moved.id)).at(-1)).toMatchObject({
      kind: 'reseller-moved',
      actor: admin.id,
      before: { owner: from.username },
      after: { owner: to.username },
    });
    await expectWholeTree(ctx);
  });

  it('lets only the new owner edit the moved accounts', async () => {
    const [from, to] = [await below(admin), await below(admin)];
    const leaf = await below(from);
    await move(leaf, to.id);
    const edit = ({ token }: Person) =>
      call(
        ctx,
        editReseller,
        { params: { id: leaf.id }, body: { username: leaf.username, email: '5511900000002' } },
        { token },
      );
    expect([(await edit(from)).status, (await edit(to)).status]).toEqual([404, 200]);
  });

  it('accepts an admin as the new owner and changes nothing for the current owner', async () => {
    const leaf = await below(await below(admin));
    expect((await move(leaf, admin.id)).body.data.owner_id).toBe(admin.id);
    const before = await listEventsAbout(ctx, leaf.id);
    expect((await move(leaf, admin.id)).status).toBe(200);
    const after = await listEventsAbout(ctx, leaf.id);
    expect(after.slice(before.length).map(({ kind }) => kind)).toEqual(['reseller-edited']);
  });

  it('moves deleted accounts along so that they are restored in the new place', async () => {
    const [from, to] = [await below(admin), await below(admin)];
    const moved = await below(from);
    const gone = await below(moved);
    await call(
      ctx,
      deleteReseller,
      { params: { id: gone.id }, body: {} },
      {
        token: admin.token,
      },
    );
    await move(moved, to.id);
    expect(await readTreePath(ctx, gone.id)).toEqual([admin.id, to.id, moved.id]);
  });

  it('refuses the own tree and a deleted or unknown or non-master account as the new owner', async () => {
    const moved = await below(admin);
    const leaf = await below(await below(moved));
    const [gone, noMaster] = [await below(admin), await below(admin)];
    await call(ctx, deleteTree, { params: { id: gone.id }, body: {} }, { token: admin.token });
    await ctx.owner.query('update accounts set is_master = false where id = $1', [noMaster.id]);
    const codes = [];
    for (const to of [moved.id, leaf.id, gone.id, noMaster.id, 99_999_999]) {
      const { status, body } = await move(moved, to);
      codes.push([status, body.code]);
    }
    expect(codes).toEqual([
      [422, 'new_master_below'],
      [422, 'new_master_below'],
      [422, 'new_master_unknown'],
      [422, 'new_master_unknown'],
      [422, 'new_master_unknown'],
    ]);
    expect(await readTreePath(ctx, moved.id)).toEqual([admin.id]);
  });

  it('lets only admins move accounts and moves no admin', async () => {
    const parent = await below(admin);
    const [leaf, to] = [await below(parent), await below(parent)];
    expect((await move(leaf, to.id, parent)).body.code).toBe('forbidden');
    const other = await person(ctx, { profile: 'admin' });
    expect((await move(other, parent.id)).body.code).toBe('forbidden');
    expect(await readTreePath(ctx, leaf.id)).toEqual([admin.id, parent.id]);
  });
});

describe('the franchise', () => {
  it('changes an inherited franchise of all moved accounts to that of the new parent', async () => {
    const [first, three] = [
      await below(admin, { profile: 'franchise' }),
      await below(admin, { profile: 'franchise' }),
    ];
    const moved = await below(first);
    const leaf = await below(moved);
    const ownFranchise = await below(moved);
    const ownLeaf = await below(ownFranchise);
    await join(1, first, moved, leaf);
    await join(3, three);
    await join(4, ownFranchise, ownLeaf);
    await move(moved, three.id);
    expect(await franchiseOf(moved, leaf, ownFranchise, ownLeaf)).toEqual([3, 3, 4, 4]);
    await move(moved, admin.id);
    expect(await franchiseOf(moved, leaf, ownFranchise, ownLeaf)).toEqual([null, null, 4, 4]);
    await move(moved, first.id);
    expect(await franchiseOf(moved, leaf, ownFranchise, ownLeaf)).toEqual([1, 1, 4, 4]);
  });

  it('keeps the franchise of a franchise account and one different from the owner’s', async () => {
    const [first, three] = [
      await below(admin, { profile: 'franchise' }),
      await below(admin, { profile: 'franchise' }),
    ];
    const duration = await below(admin);
    const leaf = await below(duration);
    await join(1, first);
    await join(3, three);
    await join(4, duration, leaf);
    await move(duration, three.id);
    expect(await franchiseOf(duration, leaf)).toEqual([4, 4]);
    await move(first, three.id);
    expect(await franchiseOf(first)).toEqual([1]);
  });
});

describe('simultaneous requests', () => {
  it('refuses one of two moves that would create a cycle', async () => {
    for (let index = 0; index < 8; index += 1) {
      const [a, b] = [await below(admin), await below(admin)];
      const [underA, underB] = [await below(a), await below(b)];
      const replies = await Promise.all([move(a, underB.id), move(b, underA.id)]);
      expect(replies.map(({ body }) => body.code ?? 'moved').toSorted()).toEqual([
        'moved',
        'new_master_below',
      ]);
    }
    await expectWholeTree(ctx);
  });

  it('creates an account below the new parent of a moving account', async () => {
    const [from, to] = [await below(admin), await below(admin)];
    const moved = await person(ctx, { parent: from });
    const creating = (index: number) =>
      call(
        ctx,
        createReseller,
        { body: { username: `criada-${moved.id}-${index}`, password: PASSWORD, credits: 0 } },
        { token: moved.token },
      );
    const acts = Array.from({ length: 24 }, (_, index) =>
      index % 4 === 0 ? move(moved, (index % 8 === 0 ? to : from).id) : creating(index),
    );
    const replies = await Promise.all(acts);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await ctx.owner.query(
      'select count(*)::int as n from accounts where parent_id = $1',
      [moved.id],
    );
    expect(rows).toEqual([{ n: 18 }]);
    await expectWholeTree(ctx);
  });

  it('leaves no account below one that is deleted at the same time', async () => {
    for (let index = 0; index < 6; index += 1) {
      const [goes, moved] = [await below(admin), await below(admin)];
      const act = index % 2 === 0 ? deleteReseller : deleteTree;
      const [moving, deleting] = await Promise.all([
        move(moved, goes.id),
        call(ctx, act, { params: { id: goes.id }, body: {} }, { token: admin.token }),
      ]);
      expect(deleting.status).toBe(200);
      expect([200, 422]).toContain(moving.status);
      await expectWholeTree(ctx);
    }
  });

  it('lets a move and a deletion and a block of the same network wait for each other', async () => {
    const [root, to] = [await below(admin), await below(admin)];
    const middle = await below(root);
    const leaf = await below(middle);
    const as = { token: admin.token };
    const replies = await Promise.all([
      move(leaf, to.id),
      call(ctx, deleteReseller, { params: { id: middle.id }, body: {} }, as),
      call(
        ctx,
        blockNetwork,
        { params: { id: root.id }, body: { reason: 'revenda sem contrato' } },
        as,
      ),
      move(root, to.id),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await expectWholeTree(ctx);
  });
});
