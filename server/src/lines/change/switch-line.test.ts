import { switchIptvLine } from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 10_000 });
});
afterAll(() => ctx.close());

const index = async (id: number, body: Record<string, unknown> = {}) => {
  const reply = await call(ctx, switchIptvLine, { params: { id }, body }, { token: seller.token });
  return [reply.status, reply.body.status, reply.body.message];
};
const eventsOf = async (id: number) =>
  (await ctx.owner.query(`select kind from events where line_id = $1 order by id`, [id])).rows.map(
    (row) => row.kind,
  );

const on = [200, 'Ativo', 'Linha ligada com sucesso'];
const off = [200, 'Desativado', 'Linha desligada com sucesso'];

describe('without `on` it toggles', () => {
  it('switches an official line off and on again without `on`', async () => {
    const { id } = await line(ctx, seller);
    expect(await index(id)).toEqual(off);
    expect(await index(id)).toEqual(on);
    expect(await eventsOf(id)).toEqual(['line-created', 'line-switched-off', 'line-switched-on']);
  });

  it('keeps a test a test when it is switched on again', async () => {
    const { id } = await line(ctx, seller, { isOficial: false });
    expect(await index(id)).toEqual(off);
    expect(await index(id)).toEqual([200, 'Teste', 'Linha ligada com sucesso']);
  });
});

describe('with `on` it obeys', () => {
  it.each([true, 1, '1', 'true'])('%j is on', async (value) => {
    const { id } = await line(ctx, seller);
    expect(await index(id, { on: value })).toEqual(on);
  });

  it.each([false, 0, '0', 'false'])('%j is off', async (value) => {
    const { id } = await line(ctx, seller);
    expect(await index(id, { on: value })).toEqual(off);
  });

  it('records no event if the state does not change', async () => {
    const { id } = await line(ctx, seller);
    await index(id, { on: true });
    await index(id, { on: false });
    await index(id, { on: false });
    expect(await eventsOf(id)).toEqual(['line-created', 'line-switched-off']);
  });

  it('refuses any other value and changes nothing', async () => {
    const { id } = await line(ctx, seller);
    for (const value of ['ligada', 2, {}, [true], null])
      expect((await index(id, { on: value }))[0]).toBe(422);
    expect(await eventsOf(id)).toEqual(['line-created']);
  });
});

it('reverses the state twice for two simultaneous calls', async () => {
  const { id } = await line(ctx, seller);
  const answers = await Promise.all(Array.from({ length: 8 }, () => index(id)));
  expect(answers.map(([, status]) => String(status)).toSorted()).toEqual([
    ...Array(4).fill('Ativo'),
    ...Array(4).fill('Desativado'),
  ]);
});

describe('the code of the act', () => {
  const send = async (id: number, action: unknown) => {
    const { server } = ctx;
    const headers = { authorization: `Bearer ${seller.token}` };
    return (
      await server.inject({
        method: 'PUT',
        url: `/api/users-iptv/${id}`,
        headers,
        payload: { action },
      })
    ).statusCode;
  };

  it('accepts the number of the action also as text', async () => {
    const { id } = await line(ctx, seller);
    expect(await send(id, 0)).toBe(200);
    expect(await send(id, '0')).toBe(200);
  });

  it('refuses an empty or missing or unknown action number', async () => {
    const { id } = await line(ctx, seller);
    for (const code of [
      '',
      ' ',
      null,
      undefined,
      false,
      true,
      [],
      [0],
      {},
      99,
      -0.5,
      '0x0',
      'switch',
    ]) {
      expect([code, await send(id, code)]).toEqual([code, 422]);
    }
    expect(await eventsOf(id)).toEqual(['line-created']);
  });
});
