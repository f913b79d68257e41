/** Tests the rows behind the total «Vencimentos»: their owners, their months and their order. */
import {
  deleteIptvLine,
  extendIptvLine,
  promoteIptvLine,
  trustIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { type ExpiredPeriod, expirySorts, getReports, listExpiries } from '@ramal/contract/reports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { line, p2pLine, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../test/context.ts';
import { moveEvents } from '../../test/events.ts';
import { testOrders } from '../../test/list-orders.ts';
import { countLineMonths } from './count-line-months.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let child: Person;
let stranger: Person;
let renewedLate: number;

const NOON = 'T15:00:00Z';
const expireOn = (id: number, day: string) =>
  ctx.owner.query('update lines set expires_at = $2 where id = $1', [id, `${day}${NOON}`]);

async function expired(owner: Person, day: string): Promise<number> {
  const { id } = await line(ctx, owner);
  await expireOn(id, day);
  return id;
}

beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin, balance: 100_000 });
  child = await person(ctx, { parent: seller, balance: 100_000 });
  stranger = await person(ctx, { parent: admin, balance: 100_000 });
  const by = { token: seller.token };
  const about = (id: number, body: object = {}) => ({ params: { id }, body });
  for (const day of ['2026-10-31', '2026-11-01', '2026-11-20', '2026-11-25'])
    await expired(seller, day);
  renewedLate = await expired(seller, '2026-11-10');
  await call(ctx, extendIptvLine, about(renewedLate, { credits: 1 }), by);
  await call(ctx, trustIptvLine, about(await expired(seller, '2026-11-19')), by);
  await call(ctx, deleteIptvLine, about(await expired(seller, '2026-11-18')), by);
  await call(ctx, deleteIptvLine, about(await expired(seller, '2026-11-24')), by);
  const test = await line(ctx, seller, { isOficial: false });
  await expireOn(test.id, '2026-11-17');
  const promoted = await line(ctx, seller, { isOficial: false });
  await expireOn(promoted.id, '2026-11-16');
  await call(ctx, promoteIptvLine, about(promoted.id, { credits: 1 }), by);
  const { id } = await p2pLine(ctx, child, p2pLines);
  await expireOn(id, '2026-11-15');
  await expired(stranger, '2026-11-14');
  for (const account of [seller, child, stranger]) await moveEvents(ctx, account.id, TODAY);
  await countLineMonths(ctx);
});
afterAll(() => ctx.close());

const ask = (who: Person, query: Record<string, unknown> = {}) =>
  call(ctx, listExpiries, { query: { month: '2026-11', ...query } }, { token: who.token });
const days = async (who: Person, query: Record<string, unknown> = {}) => {
  const { body } = await ask(who, query);
  expect(body.total).toBe(body.data.length);
  return body.data.map((row) =>
    new Date(row.expired_at_timestamp * 1000).toISOString().slice(8, 10),
  );
};

it('lists each expired paid period with the newest first even of renewed and deleted lines', async () => {
  expect(await days(seller)).toEqual(['20', '19', '18', '15', '10', '01']);
  const { body } = await ask(seller);
  const late = body.data.find((row) => row.line_id === renewedLate);
  expect(late?.extended_at_timestamp).toBe(Date.parse(TODAY) / 1000);
  expect(body.data[0]).toMatchObject({
    platform: 'iptv',
    reseller: seller.username,
    extended_at_timestamp: null,
  });
});

it('lists the own tree for a seller and all accounts for an admin', async () => {
  expect(await days(child)).toEqual(['15']);
  expect(await days(stranger)).toEqual(['14']);
  expect(await days(admin)).toEqual(['20', '19', '18', '15', '14', '10', '01']);
});

it('lists as many rows as the reports count in each month', async () => {
  for (const who of [seller, child, admin]) {
    const { body } = await call(ctx, getReports, {}, { token: who.token });
    for (const { mes, users } of body.vencimentos) {
      const [month, year] = mes.split('/');
      expect([mes, (await ask(who, { month: `${year}-${month}` })).body.total]).toEqual([
        mes,
        users,
      ]);
    }
  }
});

it('finds expiries by user name and reseller', async () => {
  expect(await days(admin, { search: child.username })).toEqual(['15']);
  const { body } = await ask(seller);
  const { username } = body.data[0]!;
  expect((await ask(seller, { search: username })).body.data).toEqual([body.data[0]]);
});

it('returns an empty list for a month outside the reports', async () => {
  await ctx.owner.query(`update lines set expires_at = '2026-05-20' where id = $1`, [renewedLate]);
  expect((await ask(seller, { month: '2026-05' })).body).toMatchObject({ total: 0, data: [] });
  expect((await ask(seller, { month: '2026-13' })).status).toBe(422);
});

testOrders({
  expiries: {
    sorts: expirySorts,
    ask: (query) => ask(admin, { ...query }),
    key: 'line_id',
    value: (sort, row: ExpiredPeriod) => {
      const shown: Record<string, unknown> = { ...row };
      if (sort === 'platform') return ['iptv', 'new-p2p', 'p2p'].indexOf(row.platform);
      return shown[sort.endsWith('_at') ? `${sort}_timestamp` : sort] as string | number | null;
    },
  },
});
