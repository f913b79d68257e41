/**
 * Tests the screen on which a seller requests payments by hand: the listed lines, and that each line
 * is marked once in each paid period.
 */
import { chargeLine, listLinesToCharge } from '@ramal/contract/lines/charging';
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { extendIptvLine, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { line, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';

let ctx: TestContext;
let seller: Person;
let above: Person;
beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  above = await person(ctx, { balance: 10_000 });
  seller = await person(ctx, { parent: above, balance: 10_000 });
});
afterAll(() => ctx.close());

/** Creates a line of the seller that expires in this many days; negative for a past expiry. */
async function ending(days: number, more = ''): Promise<number> {
  const { id } = await line(ctx, seller);
  const at = new Date(ctx.clock.now().getTime() + days * DAY_MS);
  await ctx.owner.query(`update lines set expires_at = $2 ${more} where id = $1`, [id, at]);
  return id;
}
const run = async (query: Record<string, string> = {}, by = seller) =>
  (await call(ctx, listLinesToCharge, { query }, { token: by.token })).body;
const charge = (id: number, by = seller) =>
  call(ctx, chargeLine, { params: { id }, body: {} }, { token: by.token });
const contacts = async (id: number) =>
  (await ctx.owner.query('select channel from line_contacts where line_id = $1', [id])).rows;

it('lists the own expired official lines with the latest first', async () => {
  const old = await ending(-9);
  const late = await ending(-1);
  await ending(3);
  await ending(-2, ', is_on = false');
  await ending(-2, ', deleted_at = now()');
  const { lines, total } = await run();
  expect(lines.map(({ id }) => id)).toEqual([late, old]);
  expect(total).toBe(2);
  expect(lines.every((dueLine) => dueLine.charged_at_timestamp === null)).toBe(true);
  expect((await run({}, above)).lines).toEqual([]);
  expect((await run({ platform: 'p2p' })).lines).toEqual([]);
});

it('lists the lines that expire on a day', async () => {
  const soon = await ending(2);
  await ending(-1);
  const day = new Date(ctx.clock.now().getTime() + 2 * DAY_MS);
  const due = new Intl.DateTimeFormat('en-CA', { timeZone: ctx.clock.timeZone }).format(day);
  expect((await run({ due })).lines.map(({ id }) => id)).toEqual([soon]);
});

it('records one charge for each period and another after a renewal', async () => {
  const id = await ending(-1);
  await Promise.all([charge(id), charge(id), charge(id)]);
  expect(await contacts(id)).toEqual([{ channel: 'wa.me' }]);
  expect((await run()).lines[0]!.charged_at_timestamp).toBe(
    Math.floor(ctx.clock.now().getTime() / 1000),
  );
  const { rows } = await ctx.owner.query(
    `select kind, actor_id::int from events where line_id = $1 and kind = 'line-charged'`,
    [id],
  );
  expect(rows[0]).toEqual({ kind: 'line-charged', actor_id: seller.id });
  await call(
    ctx,
    extendIptvLine,
    { params: { id }, body: { credits: 1 } },
    { token: seller.token },
  );
  await charge(id);
  expect(await contacts(id)).toHaveLength(2);
});

it('shows the time of the charge in list and board until a renewal', async () => {
  const id = await ending(1 / 24);
  await charge(id);
  const at = Math.floor(ctx.clock.now().getTime() / 1000);
  const inList = async () =>
    (await call(ctx, listIptvLines, {}, { token: seller.token })).body.data[0]!
      .charged_at_timestamp;
  const due = (await call(ctx, getDueLines, {}, { token: seller.token })).body;
  const onBoard = due.days.flatMap(({ lines }) => lines).find((dueLine) => dueLine.id === id);
  expect([await inList(), onBoard!.charged_at_timestamp]).toEqual([at, at]);
  await call(
    ctx,
    extendIptvLine,
    { params: { id }, body: { credits: 1 } },
    { token: seller.token },
  );
  expect(await inList()).toBeUndefined();
});

it('answers 404 for a line of another account', async () => {
  const id = await ending(-1);
  expect((await charge(id, above)).status).toBe(404);
  expect((await charge(id, await person(ctx))).status).toBe(404);
  expect(await contacts(id)).toEqual([]);
});

it.each(['9999-12-31', '0000-01-01'])(
  'refuses a day at the end of the calendar: %s',
  async (due) => {
    for (const declaration of [listLinesToCharge, listIptvLines]) {
      const answer = await call(ctx, declaration, { query: { due } }, { token: seller.token });
      expect([answer.status, answer.body.fields]).toEqual([422, { due: expect.any(String) }]);
    }
  },
);
