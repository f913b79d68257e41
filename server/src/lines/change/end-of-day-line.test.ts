import { endOfDayIptvLine, switchIptvLine } from '@ramal/contract/lines/iptv-lines';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 10_000, until: '2028-01-01' });
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

const toEndOfDay = (id: number, at: TestContext = ctx, actor = seller) =>
  call(at, endOfDayIptvLine, { params: { id }, body: {} }, { token: actor.token });
const expiring = async (iso: string) => {
  const { id } = await line(ctx, seller);
  await ctx.owner.query('update lines set expires_at = $2 where id = $1', [id, iso]);
  return id;
};

describe('23:59 of the day of the expiry', () => {
  it.each([
    ['noon', '2026-12-21T15:00:00Z', '21/12/2026 23:59'],
    ['the first minute of the day', '2026-12-21T03:00:00Z', '21/12/2026 23:59'],
    ['22:30, already tomorrow in UTC', '2026-12-22T01:30:00Z', '21/12/2026 23:59'],
    ['23:59 itself', '2026-12-22T02:59:00Z', '21/12/2026 23:59'],
    ['the last day of a leap February', '2028-02-29T12:00:00Z', '29/02/2028 23:59'],
  ])('from %s', async (_, expiry, text) => {
    const before = await readAccountBalance(ctx, seller.id);
    const { status, body } = await toEndOfDay(await expiring(expiry));
    const spent = before - (await readAccountBalance(ctx, seller.id));
    // The credit was spent to create the line. Moving the expiry costs nothing.
    expect([status, body.exp_date_formatted, body.message, spent]).toEqual([
      200,
      text,
      'Vencimento alterado com sucesso',
      100,
    ]);
  });

  it('uses the panel’s time zone including daylight saving time', async () => {
    const lisbon = await createTestContext({ RAMAL_TIMEZONE: 'Europe/Lisbon' });
    const lisbonSeller = await person(lisbon, { balance: 1000 });
    const { id } = await line(lisbon, lisbonSeller);
    await lisbon.owner.query(`update lines set expires_at = '2027-07-10T10:00:00Z' where id = $1`, [
      id,
    ]);
    const { body } = await toEndOfDay(id, lisbon, lisbonSeller);
    expect(body.exp_date_formatted).toBe('10/07/2027 23:59');
    expect(body.exp_date_timestamp).toBe(Date.parse('2027-07-10T22:59:00Z') / 1000);
    await lisbon.close();
  });
});

describe('refused, and nothing changes', () => {
  const expectUnchanged = async (id: number, code: string) => {
    const read = async () =>
      (await ctx.owner.query('select expires_at from lines where id = $1', [id])).rows[0];
    const before = await read();
    expect(await toEndOfDay(id)).toMatchObject({ status: 422, body: { code } });
    expect(await read()).toEqual(before);
  };

  it('refuses a line from the exact time of its expiry', async () => {
    const id = await expiring('2026-12-21T15:00:00Z');
    ctx.clock.set('2026-12-21T15:00:00Z');
    await expectUnchanged(id, 'line_expired');
    ctx.clock.set('2026-12-21T14:59:59Z');
    expect((await toEndOfDay(id)).status).toBe(200);
  });

  it('refuses a test and leaves it unchanged', async () => {
    await expectUnchanged(
      (await line(ctx, seller, { isOficial: false })).id,
      'trial_not_renewable',
    );
  });
});

it('leaves a disabled line disabled', async () => {
  const { id } = await line(ctx, seller);
  await call(ctx, switchIptvLine, { params: { id }, body: {} }, { token: seller.token });
  expect((await toEndOfDay(id)).body.status).toBe('Desativado');
});
