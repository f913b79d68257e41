/** Calls of a customer's page: the line, its payments and its devices. */
import { randomUUID } from 'node:crypto';
import { extendIptvLine, switchIptvLine } from '@ramal/contract/lines/iptv-lines';
import { markLinePaid, setLinePrice } from '@ramal/contract/lines/line-payments';
import { getLine, listLinePayments } from '@ramal/contract/lines/line-page';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { listLineViewings } from '@ramal/contract/watching';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { line, p2pLine, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../../test/context.ts';

const NOW = new Date(TODAY);
let ctx: TestContext;
let parent: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  parent = await person(ctx, { balance: 10_000 });
  seller = await person(ctx, { parent, balance: 10_000 });
});
afterAll(() => ctx.close());

const read = (id: number, by = seller) =>
  call(ctx, getLine, { params: { id } }, { token: by.token });
const viewings = async (id: number, by = seller) =>
  (await call(ctx, listLineViewings, { params: { id } }, { token: by.token })).body;

interface SeededViewing {
  readonly userAgent: string;
  readonly minutesAgo: number;
  readonly isOpen?: boolean;
}

async function watch(id: number, { userAgent, minutesAgo, isOpen = false }: SeededViewing) {
  const now = ctx.clock.now();
  const started = new Date(now.getTime() - minutesAgo * MINUTE_MS);
  await ctx.owner.query(
    `insert into viewings (id, line_id, stream_id, title, encoding, user_agent, started_at, seen_at,
       ended_at, ended_because) values ($1, $2, 1, 'Canal', 'HLS', $3, $4, $5, $6, $7)`,
    [
      randomUUID(),
      id,
      userAgent,
      started,
      isOpen ? now : started,
      isOpen ? null : started,
      isOpen ? null : 'left',
    ],
  );
}

it('returns the row of the list with the screens and the start of the paid period', async () => {
  const { id, username } = await line(ctx, seller, { nota: 'Dona Célia' });
  expect((await read(id)).body).toMatchObject({
    id,
    username,
    nota: 'Dona Célia',
    platform: 'iptv',
    screens: 1,
  });
  await call(
    ctx,
    extendIptvLine,
    { params: { id }, body: { credits: 1 } },
    { token: seller.token },
  );
  await call(ctx, switchIptvLine, { params: { id }, body: {} }, { token: seller.token });
  const history = await call(ctx, getLineHistory, { params: { id } }, { token: seller.token });
  const renewal = history.body.data.find(({ kind }) => kind === 'line-extended');
  expect((await read(id)).body.period_start_timestamp).toBe(renewal?.timestamp);
});

it('returns a line of P2P without screens', async () => {
  const { id } = await p2pLine(ctx, seller, p2pLines);
  expect((await read(id)).body).toMatchObject({ platform: 'p2p', screens: null });
  expect(await viewings(id)).toEqual([]);
});

it('shows price and payments to the owner only', async () => {
  const { id } = await line(ctx, seller);
  const { token } = seller;
  await call(ctx, setLinePrice, { params: { id }, body: { price_cents: 3_500 } }, { token });
  await call(ctx, markLinePaid, { params: { id }, body: { paid: 1 } }, { token });
  const payments = (by: Person) =>
    call(ctx, listLinePayments, { params: { id } }, { token: by.token });
  expect((await payments(seller)).body).toMatchObject([
    { cents: 3_500, method: 'manual', paid_at_timestamp: NOW.getTime() / 1000 },
  ]);
  expect((await payments(parent)).status).toBe(404);
  expect((await read(id)).body).toMatchObject({ price_cents: 3_500, paid: true });
  expect((await read(id, parent)).body).not.toHaveProperty('price_cents');
  const history = async (by: Person) =>
    (await call(ctx, getLineHistory, { params: { id } }, { token: by.token })).body.data.map(
      ({ kind, cents }) => [kind, cents],
    );
  expect((await history(seller)).slice(0, 2)).toEqual([
    ['line-paid', 3_500],
    ['line-price-set', 3_500],
  ]);
  expect((await history(parent)).every(([, cents]) => cents === null)).toBe(true);
});

it('names the expiry after a renewal in the history', async () => {
  const { id } = await line(ctx, seller);
  const renewed = await call(
    ctx,
    extendIptvLine,
    { params: { id }, body: { credits: 1 } },
    { token: seller.token },
  );
  const history = await call(ctx, getLineHistory, { params: { id } }, { token: seller.token });
  expect(history.body.data[0]).toMatchObject({
    kind: 'line-extended',
    expires_timestamp: renewed.body.exp_date_timestamp,
    charged: 1,
  });
});

it('lists current viewings first and the newest viewing of each other application', async () => {
  const { id } = await line(ctx, seller);
  await watch(id, { userAgent: 'TiviMate/5', minutesAgo: 300 });
  await watch(id, { userAgent: 'Celular', minutesAgo: 60 });
  await watch(id, { userAgent: 'Celular', minutesAgo: 120 });
  await watch(id, { userAgent: 'TiviMate/5', minutesAgo: 42, isOpen: true });
  const devices = await viewings(id);
  expect(devices.map(({ user_agent, is_running }) => [user_agent, is_running])).toEqual([
    ['TiviMate/5', true],
    ['Celular', false],
  ]);
  expect(devices[1]!.started_at_timestamp).toBe((NOW.getTime() - 60 * MINUTE_MS) / 1000);
  const stranger = await person(ctx);
  expect(
    (await call(ctx, listLineViewings, { params: { id } }, { token: stranger.token })).status,
  ).toBe(404);
});
