/** Compares every count of running, due and expired lines with the rows of its filter. */
import { getDashboard } from '@ramal/contract/dashboard';
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { countIptvLines, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { previewBulkLines } from '@ramal/contract/lines/bulk-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { line, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';

let ctx: TestContext;
let owner: Person;

/** 15:00 on the 20th in São Paulo. */
const NOW = '2026-11-20T18:00:00Z';
const expiries = {
  long: '2026-11-10T12:00:00Z',
  morning: '2026-11-20T12:00:00Z',
  now: NOW,
  evening: '2026-11-20T22:00:00Z',
  lastMinute: '2026-11-21T02:59:00Z',
  midnight: '2026-11-21T03:00:00Z',
  tomorrow: '2026-11-22T02:59:00Z',
  inAWeek: '2026-11-27T18:00:00Z',
  later: '2026-11-27T18:00:01Z',
};
type Name = keyof typeof expiries;
const names = Object.keys(expiries) as Name[];

beforeAll(async () => {
  ctx = await createTestContext();
  ctx.clock.set(NOW);
  owner = await person(ctx, { balance: 100_000, until: '2027-02-01T00:00:00Z' });
  for (const [kind, body] of [
    ['official', {}],
    ['test', { isOficial: false }],
    ['off', {}],
  ] as const)
    for (const name of names) {
      const { id } = await line(ctx, owner, { ...body, nota: `${kind} ${name}` });
      await ctx.owner.query('update lines set expires_at = $2, is_on = $3 where id = $1', [
        id,
        expiries[name],
        kind !== 'off',
      ]);
    }
});
afterAll(() => ctx.close());

const as = () => ({ token: owner.token });
async function listed(query: Record<string, unknown>): Promise<string[]> {
  const sent = { query: { per_page: 100, ...query } };
  return (await call(ctx, listIptvLines, sent, as())).body.data.map(({ nota }) => nota);
}
const official = (...which: Name[]) => which.map((name) => `official ${name}`);
const running: Name[] = ['evening', 'lastMinute', 'midnight', 'tomorrow', 'inAWeek', 'later'];

describe('the filter of an official line that is on', () => {
  it.each<[string, Name[]]>([
    ['expired', ['long', 'morning', 'now']],
    ['today', ['evening', 'lastMinute']],
    ['tomorrow', ['midnight', 'tomorrow']],
    ['7', ['evening', 'lastMinute', 'midnight', 'tomorrow', 'inAWeek']],
    ['2026-11-20', ['morning', 'now', 'evening', 'lastMinute']],
  ])('due=%s', async (due, which) => {
    expect(await listed({ status: 'Ativo', due })).toEqual(official(...which));
  });

  it('separates expired from running lines with the filter expired', async () => {
    expect(await listed({ status: 'Ativo', expired: true })).toEqual(
      official('long', 'morning', 'now'),
    );
    expect(await listed({ status: 'Ativo', expired: false })).toEqual(official(...running));
  });

  it('refuses an unknown value of the filter due', async () => {
    const { status } = await call(ctx, listIptvLines, { query: { due: 'ontem' } }, as());
    expect(status).toBe(422);
  });
});

it('includes tests and disabled lines if no status is chosen', async () => {
  expect(await listed({ due: 'expired' })).toHaveLength(9);
  expect(await listed({ due: 'today', status: 'Teste' })).toHaveLength(2);
});

describe('a count leads to exactly its rows', () => {
  const total = async (query: Record<string, unknown>) =>
    (await call(ctx, listIptvLines, { query }, as())).body.total;

  it('equals the totals of the home screen', async () => {
    const { body } = await call(ctx, getDashboard, {}, as());
    expect([body.users_iptv, body.expiring_iptv, body.iptv_tests]).toEqual([
      await total({ status: 'Ativo', expired: false }),
      await total({ status: 'Ativo', due: '7' }),
      await total({ status: 'Teste', expired: false }),
    ]);
  });

  it('equals the totals above the list', async () => {
    const { body } = await call(ctx, countIptvLines, {}, as());
    expect([body.Ativo.total, body.Teste.total, body.Desativado.total]).toEqual([
      await total({ status: 'Ativo', expired: false }),
      await total({ status: 'Teste', expired: false }),
      await total({ status: 'Desativado' }),
    ]);
  });

  it('equals the total of each day of the board', async () => {
    const { body } = await call(ctx, getDueLines, {}, as());
    for (const day of body.days)
      expect([day.day, day.total]).toEqual([
        day.day,
        await total({ status: 'Ativo', due: day.day }),
      ]);
  });

  it('equals the total of a bulk action', async () => {
    const filters = { status: 'Ativo', due: 'expired' };
    const body = { ...filters, platform: 'iptv', act: 'switch-off' };
    expect((await call(ctx, previewBulkLines, { body }, as())).body.total).toBe(3);
  });
});
