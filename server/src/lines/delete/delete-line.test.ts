import {
  createIptvLine,
  deleteIptvLine,
  extendIptvLine,
  getIptvLinks,
  listIptvLines,
  switchIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import {
  findLinesByWhatsapp,
  getLineHistory,
  renewLinePassword,
  setLineWhatsapp,
} from '@ramal/contract/lines/lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 10_000 });
});
afterAll(() => ctx.close());

const remove = (id: number, body: Record<string, unknown> = {}) =>
  call(ctx, deleteIptvLine, { params: { id }, body }, { token: seller.token });

it('removes the line from every call and keeps its name taken', async () => {
  const whatsapp = '5511900000001';
  const created = await line(ctx, seller, { username: '880001', whatsapp });
  const params = { id: created.id };
  const as = { token: seller.token };
  expect((await remove(created.id)).body).toEqual({
    id: created.id,
    message: 'Usuário deletado com sucesso',
  });

  const gone = [
    await remove(created.id),
    await call(ctx, switchIptvLine, { params, body: {} }, as),
    await call(ctx, extendIptvLine, { params, body: { credits: 1 } }, as),
    await call(ctx, getIptvLinks, { params, body: {} }, as),
    await call(ctx, renewLinePassword, { params, body: {} }, as),
    await call(ctx, setLineWhatsapp, { params, body: { whatsapp } }, as),
    await call(ctx, getLineHistory, { params }, as),
  ];
  for (const reply of gone) {
    expect(reply).toMatchObject({
      status: 404,
      body: { message: 'Não foi possível encontrar a linha' },
    });
  }
  expect((await call(ctx, listIptvLines, { query: { search: '880001' } }, as)).body.total).toBe(0);
  expect((await call(ctx, findLinesByWhatsapp, { query: { whatsapp } }, as)).body).toEqual([]);
  const body = { isOficial: false, nota: 'x', package: 1, username: '880001' };
  expect((await call(ctx, createIptvLine, { body }, as)).body.code).toBe('username_taken');
});

it('keeps the row and the deleting account and returns no credits', async () => {
  const { id } = await line(ctx, seller);
  const before = await readAccountBalance(ctx, seller.id);
  await remove(id);
  expect(await readAccountBalance(ctx, seller.id)).toBe(before);
  const { rows } = await ctx.owner.query(
    `select l.deleted_at, e.actor_id::int, e.account_id::int from lines l join events e on e.line_id = l.id
     where l.id = $1 and e.kind = 'line-deleted'`,
    [id],
  );
  expect(rows).toEqual([
    { deleted_at: ctx.clock.now(), actor_id: seller.id, account_id: seller.id },
  ]);
});

it('checks id_iptv only if it is sent', async () => {
  const [target, second] = [await line(ctx, seller), await line(ctx, seller)];
  const { status, body } = await remove(target.id, { id_iptv: second.id });
  expect([status, body.code, body.fields]).toEqual([
    422,
    'id_mismatch',
    { id_iptv: 'Não corresponde a esta linha.' },
  ]);
  expect((await remove(target.id, { id_iptv: String(target.id) })).status).toBe(200);
  expect((await remove(second.id)).status).toBe(200);
});

it('deletes once for ten simultaneous calls and answers not found to the others', async () => {
  const { id } = await line(ctx, seller);
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => remove(id)))).map(
    (reply) => reply.status,
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 404)).toHaveLength(9);
});
