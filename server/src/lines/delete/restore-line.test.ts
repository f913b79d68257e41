/**
 * Tests that a deleted line is restored unchanged. Its owner must exist and be within its limits.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import {
  deleteIptvLine,
  extendIptvLine,
  listAllIptvLines,
  listIptvLines,
} from '@ramal/contract/lines/iptv-lines';
import { setLimits } from '@ramal/contract/resellers/limits';
import { getLineHistory, restoreLine } from '@ramal/contract/lines/lines';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { deleteReseller, restoreReseller } from '@ramal/contract/resellers/reseller-acts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, p2pLine, person } from '../../../test/accounts.ts';
import { eraseDeletedLines } from '../../retention/retention.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  const until = '2027-01-30T15:00:00Z';
  admin = await person(ctx, { profile: 'admin', until });
  seller = await person(ctx, { parent: admin, balance: 100_000, until });
});
afterAll(() => ctx.close());

const restore = (id: number, actor = admin) =>
  call(ctx, restoreLine, { params: { id } }, { token: actor.token });
const remove = (id: number) =>
  call(ctx, deleteIptvLine, { params: { id }, body: {} }, { token: seller.token });
const gone = async (actor = seller) => {
  const created = await line(ctx, actor);
  await call(ctx, deleteIptvLine, { params: { id: created.id }, body: {} }, { token: actor.token });
  return created;
};
async function rowOf(id: number) {
  const { rows } = await ctx.owner.query(
    `select username, password, owner_id, expires_at, note, whatsapp, package_id, is_on, deleted_at
     from lines where id = $1`,
    [id],
  );
  return rows[0];
}

describe('a restored line', () => {
  it('restores a line unchanged with its history for free', async () => {
    const { id } = await line(ctx, seller, { whatsapp: '5511900000001', nota: 'Dona Célia' });
    const before = await rowOf(id);
    await remove(id);
    const balance = await readAccountBalance(ctx, seller.id);
    expect((await restore(id)).body).toEqual({ id, message: 'Usuário restaurado com sucesso' });
    expect(await rowOf(id)).toEqual(before);
    expect(await readAccountBalance(ctx, seller.id)).toBe(balance);
    const history = await call(ctx, getLineHistory, { params: { id } }, { token: seller.token });
    expect(history.body.data.map(({ title }) => title)).toEqual([
      'Linha restaurada',
      'Linha deletada',
      'Linha criada',
    ]);
    const extended = await call(
      ctx,
      extendIptvLine,
      { params: { id }, body: { credits: 1 } },
      { token: seller.token },
    );
    expect(extended.status).toBe(200);
  });

  it('restores a line of any platform', async () => {
    const { id } = await p2pLine(ctx, seller);
    await call(ctx, p2pLines.remove, { params: { id }, body: {} }, { token: seller.token });
    expect((await restore(id)).status).toBe(200);
    expect((await rowOf(id)).deleted_at).toBeNull();
  });

  it('restores once for concurrent requests', async () => {
    const { id } = await gone();
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => restore(id)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted((x, y) => x - y)).toEqual([200, 404, 404, 404, 404, 404]);
    const { rows } = await ctx.owner.query(
      `select count(*)::int as n from events where line_id = $1 and kind = 'line-restored'`,
      [id],
    );
    expect(rows[0].n).toBe(1);
  });
});

describe('is refused', () => {
  it('refuses everyone but admins and lines that are not deleted or do not exist', async () => {
    const { id } = await gone();
    expect((await restore(id, seller)).body.code).toBe('forbidden');
    const undeleted = await line(ctx, seller);
    for (const none of [undeleted.id, 99_999_999])
      expect((await restore(none)).body.code).toBe('line_not_found');
  });

  it('refuses after thirty days exactly whether or not the line was erased', async () => {
    const today = ctx.clock.now().toISOString();
    const late = await gone();
    ctx.clock.forward(DAY_MS);
    const inTime = await gone();
    ctx.clock.forward(29 * DAY_MS + 1);
    expect((await restore(inTime.id)).status).toBe(200);
    const refused = await restore(late.id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'O prazo de 30 dias para restaurar esta linha já passou.',
    ]);
    await eraseDeletedLines.work(ctx, undefined);
    expect((await rowOf(late.id)).username).toBe(`#${late.id}`);
    expect((await restore(late.id)).body.code).toBe('line_restore_expired');
    ctx.clock.set(today);
  });

  it('refuses while the owner is deleted and keeps a line deleted before its owner deleted', async () => {
    const owner = await person(ctx, { parent: admin, balance: 1000 });
    const { id } = await gone(owner);
    const about = { params: { id: owner.id }, body: {} };
    await call(ctx, deleteReseller, about, { token: admin.token });
    const refused = await restore(id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `O dono desta linha também foi excluído. Restaure primeiro a revenda ${owner.username}.`,
    ]);
    await call(ctx, restoreReseller, { params: { id: owner.id } }, { token: admin.token });
    expect((await rowOf(id)).deleted_at).not.toBeNull();
    expect((await restore(id)).status).toBe(200);
  });

  it('refuses if the owner has reached its limit of lines', async () => {
    const owner = await person(ctx, { parent: admin, balance: 1000 });
    const { id } = await gone(owner);
    await line(ctx, owner);
    const limit = (lines: number | null) =>
      call(ctx, setLimits, { params: { id: owner.id }, body: { lines } }, { token: admin.token });
    expect((await limit(1)).status).toBe(200);
    const refused = await restore(id);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      `Limite de 1 linha atingido, definido por ${admin.username}.`,
    ]);
    expect((await limit(2)).status).toBe(200);
    expect((await restore(id)).status).toBe(200);
  });
});

describe('the list of deleted lines', () => {
  it('lists lines that can be restored with the end of the period to admins only', async () => {
    const owner = await person(ctx, {
      parent: admin,
      balance: 1000,
      until: '2027-01-30T15:00:00Z',
    });
    const created = await gone(owner);
    const undeleted = await line(ctx, owner);
    const list = (actor: Person, query: Record<string, unknown>) =>
      call(
        ctx,
        listIptvLines,
        { query: { reseller_id: owner.id, ...query } },
        { token: actor.token },
      );
    const names = async (query: Record<string, unknown>) =>
      (await list(admin, query)).body.data.map(({ username }) => username);
    expect(await names({ deleted: 1 })).toEqual([created.username]);
    expect(await names({ deleted: 0 })).toEqual([undeleted.username]);
    const [row] = (await list(admin, { deleted: 1 })).body.data;
    const at = Math.floor(ctx.clock.now().getTime() / 1000);
    expect([row!.deleted_at_timestamp, row!.restorable_until_timestamp]).toEqual([
      at,
      at + 30 * 86_400,
    ]);
    expect((await list(admin, {})).body.data[0]).not.toHaveProperty('deleted_at_timestamp');
    expect((await list(owner, { deleted: 1 })).body.code).toBe('forbidden');
    const all = await call(
      ctx,
      listAllIptvLines,
      { query: { deleted: 1, search: created.username } },
      { token: admin.token },
    );
    expect(all.body.total).toBe(1);
    const today = ctx.clock.now().toISOString();
    ctx.clock.forward(30 * DAY_MS + 1000);
    expect(await names({ deleted: 1 })).toEqual([]);
    ctx.clock.set(today);
  });
});
