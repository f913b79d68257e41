import { getTrialHistory } from '@ramal/contract/lines/trial-history';
import { randomUUID } from 'node:crypto';
import { activatePrime } from '@ramal/contract/devices';
import { deleteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, person } from '../../../test/accounts.ts';
import { rateLimits } from '../../foundation/limits/rate-limits.ts';

let ctx: TestContext;
let [seller, child, stranger]: Person[] = [];
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 10_000 });
  child = await person(ctx, { parent: seller, balance: 10_000 });
  stranger = await person(ctx, { balance: 10_000 });
});
afterAll(() => ctx.close());

let numbers = 5_511_900_000_000;
const aNumber = (): string => String((numbers += 1));
const ask = async (whatsapp: string, actor = seller!) =>
  (await call(ctx, getTrialHistory, { query: { whatsapp } }, { token: actor.token })).body;
const trial = (owner: Person, whatsapp?: string) =>
  line(ctx, owner, { isOficial: false, ...(whatsapp ? { whatsapp } : {}) });

/** Inserts an hour of viewing that has just ended. */
const watched = (lineId: number, url: string) =>
  ctx.owner.query(
    `insert into viewings (id, line_id, stream_id, title, encoding, address, started_at, seen_at, ended_at, ended_because)
     values ($1, $2, 1, 'Canal', 'HLS', $3, $4::timestamptz - interval '1 hour', $4, $4, 'left')`,
    [randomUUID(), lineId, url, ctx.clock.now()],
  );

it('counts the tests of a number in every spelling', async () => {
  await trial(seller!, '11977776666');
  await trial(seller!, '5511977776666');
  expect((await ask('(11) 97777-6666')).number.tests).toBe(2);
});

it('counts the tests of a number across all sellers and in the caller’s own network', async () => {
  const number = aNumber();
  expect(await ask(number)).toEqual({
    number: { tests: 0, own: 0, last_timestamp: null },
    device: { tests: 0, own: 0, last_timestamp: null },
    connection: { tests: 0, own: 0, last_timestamp: null },
  });
  await trial(seller!, number);
  await trial(child!, number);
  ctx.clock.forward(3_600_000);
  await trial(stranger!, number);
  await line(ctx, stranger!, { whatsapp: number });
  expect((await ask(number)).number).toEqual({
    tests: 3,
    own: 2,
    last_timestamp: Math.floor(ctx.clock.now().getTime() / 1000),
  });
  expect((await ask(number, stranger!)).number).toMatchObject({ tests: 3, own: 1 });
});

it('counts a deleted test but none older than thirty days', async () => {
  const number = aNumber();
  const { id } = await trial(seller!, number);
  await call(ctx, deleteIptvLine, { params: { id }, body: {} }, { token: seller!.token });
  expect((await ask(number)).number.tests).toBe(1);
  // Makes the test thirty days older.
  await ctx.owner.query(
    `update lines set created_at = created_at - interval '30 days' where id = $1`,
    [id],
  );
  expect((await ask(number)).number.tests).toBe(0);
});

it('counts tests of other numbers watched over the same connection', async () => {
  const [number, other] = [aNumber(), aNumber()];
  const mine = await trial(seller!, number);
  const theirs = await trial(stranger!, other);
  const nameless = await trial(stranger!);
  await watched(mine.id, '198.18.0.7');
  await watched(theirs.id, '198.18.0.7');
  await watched(nameless.id, '198.18.0.7');
  await watched((await trial(stranger!, aNumber())).id, '198.18.0.8');
  expect((await ask(number)).connection).toMatchObject({ tests: 2, own: 0 });
  expect((await ask(other)).connection).toMatchObject({ tests: 2, own: 1 });
});

it('treats an IPv6 network as one connection and its neighbour as another', async () => {
  const number = aNumber();
  await watched((await trial(seller!, number)).id, '2001:db8:1:1::5');
  await watched((await trial(stranger!)).id, '2001:db8:1:1:9:9:9:9');
  await watched((await trial(stranger!)).id, '2001:db8:1:2::5');
  expect((await ask(number)).connection.tests).toBe(1);
});

it('ignores connections that many customers of a carrier share', async () => {
  const number = aNumber();
  await watched((await trial(seller!, number)).id, '198.18.1.1');
  for (let n = 0; n < 6; n += 1) await watched((await trial(stranger!)).id, '198.18.1.1');
  expect((await ask(number)).connection.tests).toBe(6);
  await watched((await trial(stranger!)).id, '198.18.1.1');
  expect((await ask(number)).connection.tests).toBe(0);
});

it('counts earlier tests on one device by its MAC and by the number', async () => {
  const number = aNumber();
  const put = async (owner: Person, lineId: number, mac: string) => {
    const { rows } = await ctx.owner.query('select username, password from lines where id = $1', [
      lineId,
    ]);
    const answer = await call(
      ctx,
      activatePrime,
      { body: { ...rows[0], mac } },
      { token: owner.token },
    );
    expect(answer.status).toBe(200);
  };
  const device = 'A0:B1:C2:00:00:01';
  const first = await trial(seller!, number);
  await put(seller!, first.id, device);
  const official = await line(ctx, seller!, {});
  await put(seller!, official.id, device);
  const second = await trial(seller!, aNumber());
  await put(seller!, second.id, device);
  expect((await ask(number)).device).toMatchObject({ tests: 1, own: 1 });
  const byMac = async (mac: string) =>
    (await call(ctx, getTrialHistory, { query: { mac } }, { token: stranger!.token })).body;
  expect((await byMac(device)).device).toMatchObject({ tests: 2, own: 0 });
  expect((await byMac('A0:B1:C2:00:00:02')).device.tests).toBe(0);
  const { rows } = await ctx.owner.query('select encode(mac_mark, $1) as mark from trial_devices', [
    'escape',
  ]);
  expect(JSON.stringify(rows)).not.toContain(device);
});

it('returns only counts without any name or line or reseller', async () => {
  const number = aNumber();
  const { username } = await trial(stranger!, number);
  const result = JSON.stringify(await ask(number));
  expect(result).not.toContain(username);
  expect(result).not.toContain(stranger!.username);
});

it('limits the number of lookups of one account without limiting other accounts', async () => {
  const guesser = await person(ctx);
  const request = async (actor: Person) =>
    (await call(ctx, getTrialHistory, { query: { whatsapp: aNumber() } }, { token: actor.token }))
      .status;
  for (let n = 0; n < rateLimits['trial-history'].points; n += 50)
    await Promise.all(Array.from({ length: 50 }, () => request(guesser)));
  expect(await request(guesser)).toBe(429);
  expect(await request(seller!)).toBe(200);
});
