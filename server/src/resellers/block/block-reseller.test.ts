import {
  blockNetwork,
  blockReseller,
  blockResellerAsAdmin,
} from '@ramal/contract/resellers/reseller-acts';
import { listResellers } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, person, session } from '../../../test/accounts.ts';
import { listEventsAbout } from '../../../test/tree.ts';

let ctx: TestContext;
let admin: Person;
let parent: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  parent = await person(ctx, { parent: admin });
});
afterAll(() => ctx.close());

const reason = 'não pagou o mês';
const block = (actor: Person, id: number, why: unknown = reason) =>
  call(
    ctx,
    blockReseller,
    { params: { id }, body: { reason: why } as never },
    { token: actor.token },
  );
const blockAsAdmin = (actor: Person, id: number) =>
  call(ctx, blockResellerAsAdmin, { params: { id }, body: { reason } }, { token: actor.token });
const seen = async ({ token }: Person) => (await call(ctx, getProfile, {}, { token })).status;

describe('an account above', () => {
  it('ends sessions at once and keeps lines running when an ancestor blocks an account', async () => {
    const child = await person(ctx, { parent, balance: 1000 });
    const { id } = await line(ctx, child);
    const blocked = await block(parent, child.id);
    expect([blocked.body.message, blocked.body.data.status]).toEqual([
      'Revenda bloqueada com sucesso',
      0,
    ]);
    expect(await seen(child)).toBe(401);
    await expect(session(ctx, child.username)).rejects.toThrow('Esta conta está bloqueada.');
    const { rows } = await ctx.owner.query('select status from lines where id = $1', [id]);
    expect(rows).toEqual([{ status: 1 }]);

    const freed = await block(parent, child.id, 'pagou tudo ontem');
    expect([freed.body.message, freed.body.data.status]).toEqual([
      'Revenda desbloqueada com sucesso',
      1,
    ]);
    expect(await seen(child)).toBe(401);
    expect(await seen({ ...child, ...(await session(ctx, child.username)) })).toBe(200);
    expect((await listEventsAbout(ctx, child.id)).slice(-2)).toMatchObject([
      { kind: 'account-blocked', actor: parent.id, after: { reason, by: 'upline' } },
      { kind: 'account-unblocked', after: { reason: 'pagou tudo ontem', by: 'upline' } },
    ]);
  });

  it('sets the state that an ancestor requests once', async () => {
    const child = await person(ctx, { parent });
    const set = async (blocked: boolean) => {
      const body = { reason, blocked };
      const params = { id: child.id };
      const reply = await call(ctx, blockReseller, { params, body }, { token: parent.token });
      return [reply.status, reply.body.message, reply.body.data.status];
    };
    const blocked = [200, 'Revenda bloqueada com sucesso', 0];
    const freed = [200, 'Revenda desbloqueada com sucesso', 1];
    expect([await set(true), await set(true)]).toEqual([blocked, blocked]);
    expect([await set(false), await set(false)]).toEqual([freed, freed]);
    const kinds = (await listEventsAbout(ctx, child.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.endsWith('blocked'))).toEqual([
      'account-blocked',
      'account-unblocked',
    ]);
  });

  it('blocks descendants at every depth but no account outside the tree and not the caller', async () => {
    const child = await person(ctx, { parent });
    const grandchild = await person(ctx, { parent: child });
    const stranger = await person(ctx);
    expect((await block(parent, grandchild.id)).status).toBe(200);
    for (const id of [stranger.id, admin.id, parent.id]) {
      expect((await block(child, id)).body.code).toBe('reseller_not_found');
    }
    expect((await block(parent, parent.id)).body.code).toBe('forbidden');
  });

  it.each([null, '', '   ', 'curto'])('says what a reason needs to %j', async (why) => {
    const child = await person(ctx, { parent });
    expect((await block(parent, child.id, why)).body.fields).toEqual({
      reason: 'O motivo deve ter pelo menos 10 caracteres.',
    });
  });

  it('requires a reason of ten characters', async () => {
    const child = await person(ctx, { parent });
    for (const short of ['curto', '   nove car  ', '']) {
      const reply = await block(parent, child.id, short);
      expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([422, ['reason']]);
    }
    expect((await block(parent, child.id, 'dez letras')).status).toBe(200);
  });

  it('refuses to remove an admin’s block by an ancestor', async () => {
    const child = await person(ctx, { parent });
    const blocked = await blockAsAdmin(admin, child.id);
    expect(blocked.body.data).toMatchObject({ status: 1, block_admin: 1 });
    expect(await seen(child)).toBe(401);
    const refused = await block(parent, child.id);
    expect([refused.status, refused.body.code]).toEqual([403, 'blocked_by_admin']);
    expect((await blockAsAdmin(admin, child.id)).body).toMatchObject({
      message: 'Revenda desbloqueada com sucesso',
      data: { status: 1, block_admin: 0 },
    });
  });
});

describe('the administration', () => {
  it('sets the state that an admin requests once', async () => {
    const child = await person(ctx, { parent });
    const set = async (blocked: boolean) => {
      const body = { reason, blocked };
      const params = { id: child.id };
      const reply = await call(ctx, blockResellerAsAdmin, { params, body }, { token: admin.token });
      return [reply.status, reply.body.data.block_admin];
    };
    expect([await set(true), await set(true), await set(false), await set(false)]).toEqual([
      [200, 1],
      [200, 1],
      [200, 0],
      [200, 0],
    ]);
    const kinds = (await listEventsAbout(ctx, child.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.endsWith('blocked'))).toEqual([
      'account-blocked',
      'account-unblocked',
    ]);
  });

  // Q-UNBLOCKER: an account can have three blocks at the same time.
  const each = ['upline', 'administration', 'network'] as const;
  const combinations = Array.from({ length: 8 }, (_, bits) =>
    each.filter((_level, index) => (bits & (1 << index)) !== 0),
  );
  it.each(combinations.map((levels) => [levels.join(' + ') || 'no block', levels] as const))(
    'lifts its own and the parent’s block and reports what remains of: %s',
    async (_title, levels) => {
      const child = await person(ctx, { parent });
      const grandchild = await person(ctx, { parent: child });
      const as = { token: admin.token };
      const send = (
        declaration: typeof blockResellerAsAdmin | typeof blockNetwork,
        id: number,
        blocked: boolean,
      ) => call(ctx, declaration, { params: { id }, body: { reason, blocked } }, as);
      if (levels.includes('upline')) await block(child, grandchild.id);
      if (levels.includes('administration')) await send(blockResellerAsAdmin, grandchild.id, true);
      if (levels.includes('network')) await send(blockNetwork, child.id, true);

      const freed = await send(blockResellerAsAdmin, grandchild.id, false);
      const inNetwork = levels.includes('network');
      expect(freed.body.data.blocks).toEqual(
        inNetwork ? [{ by: 'network', username: child.username }] : [],
      );
      expect(freed.body.message).toBe(
        inNetwork
          ? `Bloqueio retirado, mas ${grandchild.username} ainda não entra: continua bloqueada com a rede de ${child.username}. Use «Desbloquear Rede».`
          : 'Revenda desbloqueada com sucesso',
      );
      const [entered] = await Promise.allSettled([session(ctx, grandchild.username)]);
      expect(entered.status).toBe(inNetwork ? 'rejected' : 'fulfilled');

      expect((await send(blockNetwork, child.id, false)).body.data.blocks).toEqual([]);
      await session(ctx, grandchild.username);
    },
  );

  it('unblocks a network and names the block that still prevents its top account from signing in', async () => {
    const child = await person(ctx, { parent });
    const as = { token: admin.token };
    const network = (blocked: boolean) =>
      call(ctx, blockNetwork, { params: { id: child.id }, body: { reason, blocked } }, as);
    await block(parent, child.id);
    await network(true);
    expect((await network(false)).body.message).toBe(
      `Bloqueio retirado, mas ${child.username} ainda não entra: continua bloqueada por ${parent.username}.`,
    );
  });

  it('shows a seller only the authors of its own tree', async () => {
    const child = await person(ctx, { parent });
    const grandchild = await person(ctx, { parent: child });
    const blocksSeenBy = async ({ token }: Person) =>
      (await call(ctx, listResellers, { query: { under: child.id } as never }, { token })).body
        .data[0]!.blocks;
    await block(parent, grandchild.id);
    expect(await blocksSeenBy(child)).toEqual([{ by: 'upline', username: null }]);
    expect(await blocksSeenBy(parent)).toEqual([{ by: 'upline', username: parent.username }]);
  });

  it('refuses a block as an admin for everyone but admins', async () => {
    const child = await person(ctx, { parent });
    expect((await blockAsAdmin(parent, child.id)).body.code).toBe('forbidden');
    expect((await blockAsAdmin(admin, admin.id)).body.code).toBe('forbidden');
  });

  it('sets no other block and removes a parent’s block that has no parent any more', async () => {
    const child = await person(ctx, { parent });
    expect((await block(admin, child.id)).body.code).toBe('forbidden');
    await block(parent, child.id);
    await ctx.owner.query(
      `update accounts set parent_id = $1, ancestors = array[$1, id]::bigint[] where id = $2`,
      [admin.id, child.id],
    );
    await blockAsAdmin(admin, child.id);
    expect((await blockAsAdmin(admin, child.id)).body.data).toMatchObject({
      status: 1,
      block_admin: 0,
    });
  });

  it('keeps one of two admins that block each other at the same time', async () => {
    await ctx.owner.query(`update accounts set blocked_at = now() where profile = 'admin'`);
    const [first, second] = [
      await person(ctx, { profile: 'admin' }),
      await person(ctx, { profile: 'admin' }),
    ];
    const replies = await Promise.all([
      blockAsAdmin(first, second.id),
      blockAsAdmin(second, first.id),
    ]);
    // The second request is refused because the last admin cannot be blocked, or because its sender
    // was blocked first.
    expect(replies.map(({ status }) => status).toSorted((x, y) => x - y)[0]).toBe(200);
    expect(['last_admin', 'token_ended']).toContain(
      replies.find(({ status }) => status !== 200)!.body.code,
    );
    expect([await seen(first), await seen(second)].toSorted((x, y) => x - y)).toEqual([200, 401]);
    await ctx.owner.query(
      `update accounts set blocked_at = null, blocked_by_admin_at = null where profile = 'admin'`,
    );
    admin = { ...admin, ...(await session(ctx, admin.username)) };
  });
});
