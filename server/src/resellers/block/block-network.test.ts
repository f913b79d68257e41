import {
  blockNetwork,
  blockReseller,
  blockResellerAsAdmin,
  deleteReseller,
  restoreReseller,
} from '@ramal/contract/resellers/reseller-acts';
import { createReseller } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { PASSWORD, type Person, person, session } from '../../../test/accounts.ts';
import { listEventsAbout } from '../../../test/tree.ts';

let ctx: TestContext;
let admin: Person;
let top: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  top = await person(ctx, { parent: admin });
});
afterAll(() => ctx.close());

const reason = 'revenda sem contrato';
const block = (id: number, actor = admin) =>
  call(ctx, blockNetwork, { params: { id }, body: { reason } }, { token: actor.token });
const below = (parent: Person) => person(ctx, { parent });
/** Returns the accounts that may sign in. */
const free = async (...people: Person[]) => {
  const tries = await Promise.allSettled(people.map(({ username }) => session(ctx, username)));
  return tries.map(({ status }) => status === 'fulfilled');
};

it('blocks the account with all descendants and unblocks exactly those', async () => {
  const root = await below(top);
  const [child, other] = [await below(root), await below(root)];
  const grandchild = await below(child);
  const [byUpline, byAdmin] = [await below(child), await below(child)];
  const body = { reason };
  await call(ctx, blockReseller, { params: byUpline, body } as never, { token: child.token });
  await call(ctx, blockResellerAsAdmin, { params: byAdmin, body } as never, {
    token: admin.token,
  });

  const blocked = await block(root.id);
  expect(blocked.body).toMatchObject({
    message: 'Rede bloqueada com sucesso',
    count: 5,
    data: { block_admin: 1, network_blocked: 1 },
  });
  for (const { token } of [root, child, grandchild, other]) {
    expect((await call(ctx, getProfile, {}, { token })).status).toBe(401);
  }
  expect(await free(root, child, grandchild, byUpline, byAdmin, top)).toEqual([
    ...Array.from({ length: 5 }, () => false),
    true,
  ]);
  expect((await listEventsAbout(ctx, grandchild.id)).at(-1)).toMatchObject({
    kind: 'account-blocked',
    actor: admin.id,
    after: { reason, by: 'network', network: root.username },
  });

  const freed = await block(root.id);
  expect(freed.body).toMatchObject({ message: 'Rede desbloqueada com sucesso', count: 5 });
  expect(await free(root, child, grandchild, other, byUpline, byAdmin)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

it('sets the requested state once', async () => {
  const root = await below(top);
  const child = await below(root);
  const set = async (blocked: boolean) => {
    const body = { reason, blocked };
    const reply = await call(
      ctx,
      blockNetwork,
      { params: { id: root.id }, body },
      { token: admin.token },
    );
    return [reply.status, reply.body.message, reply.body.count];
  };
  expect([await set(true), await set(true)]).toEqual([
    [200, 'Rede bloqueada com sucesso', 2],
    [200, 'Rede bloqueada com sucesso', 0],
  ]);
  expect(await free(root, child)).toEqual([false, false]);
  expect([await set(false), await set(false)]).toEqual([
    [200, 'Rede desbloqueada com sucesso', 2],
    [200, 'Rede desbloqueada com sucesso', 0],
  ]);
  const kinds = (await listEventsAbout(ctx, child.id)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind.endsWith('blocked'))).toEqual([
    'account-blocked',
    'account-unblocked',
  ]);
});

it('keeps a network blocked inside a blocked one until the outer one is unblocked', async () => {
  const outer = await below(top);
  const inner = await below(outer);
  const leaf = await below(inner);
  expect((await block(inner.id)).body.count).toBe(2);
  expect((await block(outer.id)).body.count).toBe(1);
  expect((await block(inner.id)).body).toMatchObject({
    message: `Bloqueio retirado, mas ${inner.username} ainda não entra: continua bloqueada com a rede de ${outer.username}. Use «Desbloquear Rede».`,
    count: 0,
  });
  expect(await free(outer, inner, leaf)).toEqual([false, false, false]);
  expect((await block(outer.id)).body.count).toBe(3);
  expect(await free(outer, inner, leaf)).toEqual([true, true, true]);
});

it('restores an account deleted during the block as blocked and unblocks it with the others', async () => {
  const root = await below(top);
  const gone = await below(root);
  const as = { token: admin.token };
  const restoring = () => call(ctx, restoreReseller, { params: { id: gone.id } }, as);
  const deleting = () => call(ctx, deleteReseller, { params: { id: gone.id }, body: {} }, as);
  await deleting();
  expect((await block(root.id)).body.count).toBe(1);
  await restoring();
  expect(await free(gone)).toEqual([false]);
  await deleting();
  expect((await block(root.id)).body.count).toBe(1);
  await restoring();
  expect(await free(root, gone)).toEqual([true, true]);
});

it('keeps one account of a blocked network blocked until the network is unblocked', async () => {
  const root = await below(top);
  const child = await below(root);
  await block(root.id);
  const body = { reason };
  // Q-UNBLOCKER: only «Desbloquear Rede» lifts the block of a network.
  await call(
    ctx,
    blockResellerAsAdmin,
    { params: { id: child.id }, body: { ...body, blocked: false } },
    {
      token: admin.token,
    },
  );
  expect(await free(root, child)).toEqual([false, false]);
  expect((await block(root.id)).body.count).toBe(2);
});

it('shows a network as free if all its blocked accounts are deleted', async () => {
  const root = await below(top);
  const gone = await below(root);
  const as = { token: admin.token };
  await block(root.id);
  await call(ctx, deleteReseller, { params: { id: gone.id }, body: {} }, as);
  const alone = await call(
    ctx,
    blockResellerAsAdmin,
    { params: { id: root.id }, body: { reason, blocked: true } },
    as,
  );
  expect(alone.body.data).toMatchObject({ block_admin: 1, network_blocked: 0 });
  expect((await block(root.id)).body).toMatchObject({
    message: 'Rede bloqueada com sucesso',
    count: 0,
  });
});

it('never blocks an admin and refuses everyone but admins', async () => {
  const other = await person(ctx, { profile: 'admin' });
  expect((await block(admin.id)).body.code).toBe('forbidden');
  expect((await block(other.id)).body.code).toBe('forbidden');
  expect((await block((await below(top)).id, top)).body.code).toBe('forbidden');
});

it('blocks accounts created below in the meantime', async () => {
  const root = await person(ctx, { parent: top, balance: 10_000 });
  const body = () => ({ username: `r-${crypto.randomUUID()}`, password: PASSWORD, credits: 0 });
  const creating = Array.from({ length: 12 }, () =>
    call(ctx, createReseller, { body: body() }, { token: root.token }),
  );
  await Promise.all([...creating.slice(0, 6), block(root.id), ...creating.slice(6)]);
  const { rows } = await ctx.owner.query(
    'select count(*)::int as n from accounts where $1 = any(ancestors) and blocked_by_admin_at is null',
    [root.id],
  );
  expect(rows).toEqual([{ n: 0 }]);
});
