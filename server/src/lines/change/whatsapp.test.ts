import { switchIptvLine } from '@ramal/contract/lines/iptv-lines';
import { findLinesByWhatsapp, setLineWhatsapp } from '@ramal/contract/lines/lines';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let parent: Person;
let seller: Person;
let sibling: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  const until = '2028-01-01';
  parent = await person(ctx, { balance: 10_000, until });
  seller = await person(ctx, { parent, balance: 10_000, until });
  sibling = await person(ctx, { parent, balance: 10_000, until });
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

const find = async (whatsapp: unknown, actor = seller) =>
  (await call(ctx, findLinesByWhatsapp, { query: { whatsapp } }, { token: actor.token })).body;

describe('a number that already has a line', () => {
  it('finds a line by its number in any spelling with fields to identify it', async () => {
    const created = await line(ctx, seller, {
      whatsapp: '5511911111111',
      nota: 'Maria',
      isOficial: false,
    });
    await call(
      ctx,
      switchIptvLine,
      { params: { id: created.id }, body: {} },
      { token: seller.token },
    );
    const expectedLine = {
      id: created.id,
      platform: 'iptv',
      username: created.username,
      status: 'Desativado',
      nota: 'Maria',
      exp_date: created.exp_date_formatted,
      expiring: 2,
      reseller: { username: seller.username },
    };
    expect(await find('5511911111111')).toEqual([expectedLine]);
    expect(await find('+55 (11) 91111-1111')).toEqual([expectedLine]);
    expect(await find('551131111111')).toEqual([]);
  });

  it('finds only lines in the caller’s own tree', async () => {
    const whatsapp = '5511922222222';
    const [mine, beside, above] = [
      await line(ctx, seller, { whatsapp }),
      await line(ctx, sibling, { whatsapp }),
      await line(ctx, parent, { whatsapp }),
    ];
    const ids = async (actor: Person) =>
      (await find(whatsapp, actor)).map(({ id }) => id).toSorted((a, b) => a - b);
    expect(await ids(seller)).toEqual([mine.id]);
    expect(await ids(sibling)).toEqual([beside.id]);
    expect(await ids(parent)).toEqual([mine.id, beside.id, above.id]);
    expect(await ids(await person(ctx, { profile: 'admin' }))).toHaveLength(3);
    expect(await ids(await person(ctx))).toEqual([]);
  });

  it('returns at most ten lines with the latest expiry first', async () => {
    const whatsapp = '5511933333333';
    for (let index = 0; index < 11; index += 1) {
      ctx.clock.forward(3_600_000);
      await line(ctx, seller, { whatsapp });
    }
    const matches = await find(whatsapp);
    expect(matches).toHaveLength(10);
    expect(matches[0]?.exp_date).toBe('21/12/2026 23:00');
    expect(matches[9]?.exp_date).toBe('21/12/2026 14:00');
  });

  it('treats a number with and without country code as the same customer', async () => {
    await line(ctx, seller, { username: '555001', whatsapp: '(11) 95555-0001' });
    for (const written of ['11955550001', '5511955550001', '+55 11 95555-0001'])
      expect((await find(written)).map(({ username }) => username)).toEqual(['555001']);
  });

  it.each(['0', '0 '])('%j belongs to no line', async (whatsapp) => {
    await line(ctx, seller, { whatsapp: '0' });
    expect(await find(whatsapp)).toEqual([]);
  });

  it.each(['12', 'abc', ''])('%j is no number', async (whatsapp) => {
    const reply = await call(
      ctx,
      findLinesByWhatsapp,
      { query: { whatsapp } },
      { token: seller.token },
    );
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([422, ['whatsapp']]);
  });
});

describe('stored on a line', () => {
  const set = (id: number, whatsapp: unknown, actor = seller) =>
    call(ctx, setLineWhatsapp, { params: { id }, body: { whatsapp } }, { token: actor.token });
  const events = async (id: number) =>
    (
      await ctx.owner.query(
        `select before, after from events where line_id = $1 and kind = 'line-whatsapp-set'`,
        [id],
      )
    ).rows;

  it('stores the digits and clears them for 0 and records no event without a change', async () => {
    const { id } = await line(ctx, seller);
    expect((await set(id, '+55 11 94444-4444')).body).toEqual({
      id,
      whatsapp: '5511944444444',
      message: 'WhatsApp guardado com sucesso',
      undo_id: expect.any(String),
    });
    await set(id, '5511944444444');
    expect((await set(id, 0)).body.whatsapp).toBeNull();
    expect(await events(id)).toEqual([
      { before: { whatsapp: null }, after: { whatsapp: '5511944444444' } },
      { before: { whatsapp: '5511944444444' }, after: { whatsapp: null } },
    ]);
  });

  it.each(['abc', '123', undefined, '', null, ['5511944444444']])(
    '%j is refused',
    async (whatsapp) => {
      const { id } = await line(ctx, seller);
      expect((await set(id, whatsapp)).status).toBe(422);
      expect(await events(id)).toEqual([]);
    },
  );

  it('refuses a line of another reseller', async () => {
    const { id } = await line(ctx, seller);
    expect((await set(id, '5511955555555', sibling)).status).toBe(404);
    expect(await events(id)).toEqual([]);
  });
});
