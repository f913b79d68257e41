import { switchIptvLine } from '@ramal/contract/iptv-lines';
import { findLinesByWhatsapp, setLineWhatsapp } from '@ramal/contract/lines';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestHouse, call, openTestHouse } from '../../test/house.ts';
import { type Person, line, person } from '../../test/people.ts';

let house: TestHouse;
let parent: Person;
let seller: Person;
let sibling: Person;
beforeAll(async () => {
  house = await openTestHouse();
  const until = '2028-01-01';
  parent = await person(house, { balance: 10_000, until });
  seller = await person(house, { parent, balance: 10_000, until });
  sibling = await person(house, { parent, balance: 10_000, until });
});
afterEach(() => house.clock.set(TODAY));
afterAll(() => house.close());

const find = async (whatsapp: unknown, by = seller) =>
  (await call(house, findLinesByWhatsapp, { query: { whatsapp } }, { token: by.token })).body;

describe('a number that already has a line', () => {
  it('is told however it is typed, with what helps to recognise it', async () => {
    const made = await line(house, seller, {
      whatsapp: '5511911111111',
      nota: 'Maria',
      isOficial: false,
    });
    await call(
      house,
      switchIptvLine,
      { params: { id: made.id }, body: {} },
      { token: seller.token },
    );
    const found = {
      id: made.id,
      platform: 'iptv',
      username: made.username,
      status: 'Desativado',
      nota: 'Maria',
      exp_date: made.exp_date_formatted,
      expiring: 2,
      reseller: { username: seller.username },
    };
    expect(await find('5511911111111')).toEqual([found]);
    expect(await find('+55 (11) 91111-1111')).toEqual([found]);
    expect(await find('551191111111')).toEqual([]);
  });

  it('is found within one’s own tree only', async () => {
    const whatsapp = '5511922222222';
    const [mine, beside, above] = [
      await line(house, seller, { whatsapp }),
      await line(house, sibling, { whatsapp }),
      await line(house, parent, { whatsapp }),
    ];
    const ids = async (by: Person) =>
      (await find(whatsapp, by)).map(({ id }) => id).toSorted((a, b) => a - b);
    expect(await ids(seller)).toEqual([mine.id]);
    expect(await ids(sibling)).toEqual([beside.id]);
    expect(await ids(parent)).toEqual([mine.id, beside.id, above.id]);
    expect(await ids(await person(house, { profile: 'admin' }))).toHaveLength(3);
    expect(await ids(await person(house))).toEqual([]);
  });

  it('newest expiry first, ten at most', async () => {
    const whatsapp = '5511933333333';
    for (let made = 0; made < 11; made += 1) {
      house.clock.forward(3_600_000);
      await line(house, seller, { whatsapp });
    }
    const found = await find(whatsapp);
    expect(found).toHaveLength(10);
    expect(found[0]?.exp_date).toBe('21/12/2026 23:00');
    expect(found[9]?.exp_date).toBe('21/12/2026 14:00');
  });

  it.each(['0', '0 '])('%j is nobody’s', async (whatsapp) => {
    await line(house, seller, { whatsapp: '0' });
    expect(await find(whatsapp)).toEqual([]);
  });

  it.each(['12', 'abc', ''])('%j is no number', async (whatsapp) => {
    const reply = await call(
      house,
      findLinesByWhatsapp,
      { query: { whatsapp } },
      { token: seller.token },
    );
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([422, ['whatsapp']]);
  });
});

describe('kept on a line', () => {
  const set = (id: number, whatsapp: unknown, by = seller) =>
    call(house, setLineWhatsapp, { params: { id }, body: { whatsapp } }, { token: by.token });
  const events = async (id: number) =>
    (
      await house.owner.query(
        `select before, after from events where line_id = $1 and kind = 'line-whatsapp-set'`,
        [id],
      )
    ).rows;

  it('as digits; 0 takes it away; the same again is no event', async () => {
    const { id } = await line(house, seller);
    expect((await set(id, '+55 11 94444-4444')).body).toEqual({
      id,
      whatsapp: '5511944444444',
      message: 'WhatsApp guardado com sucesso',
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
      const { id } = await line(house, seller);
      expect((await set(id, whatsapp)).status).toBe(422);
      expect(await events(id)).toEqual([]);
    },
  );

  it('not on a sibling’s', async () => {
    const { id } = await line(house, seller);
    expect((await set(id, '5511955555555', sibling)).status).toBe(404);
    expect(await events(id)).toEqual([]);
  });
});
