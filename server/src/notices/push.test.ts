/**
 * Tests notices in browsers: real encryption, outbox and HTTP, with a double of the push service.
 */
import {
  getOwnPush,
  MAX_PUSH_BROWSERS,
  recognisePush,
  turnOffPush,
  turnOnPush,
} from '@ramal/contract/notices/push';
import * as contract from '@ramal/contract/notices/notices';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { noticeKinds } from '@ramal/contract/rules/notices';
import { endSignIn, listSignIns, signOut } from '@ramal/contract/sessions';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person, session } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../test/context.ts';
import { type PushServiceDouble, startPushService } from '../../test/push-service.ts';
import { deliverDue } from '../outbox/outbox.ts';
import { deleteOldRows } from '../retention/retention.ts';
import { dispatchNotices, noticeDeliveries, notify } from './notices.ts';

let ctx: TestContext;
let seller: Person;
let other: Person;
let service: PushServiceDouble;
beforeAll(async () => {
  ctx = await createTestContext({
    RAMAL_PRIVATE_ORIGINS: '127.0.0.1',
    RAMAL_PUBLIC_URL: 'https://painel.example',
  });
  service = await startPushService(() => ctx.clock.now());
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  service.answers.length = 0;
  await ctx.owner.query(
    'truncate notices, notice_choices, notice_pushes, push_subscriptions, deliveries, delivery_attempts, paused_queues',
  );
  seller = await person(ctx);
  other = await person(ctx);
});
afterAll(async () => {
  service.close();
  await ctx.close();
});

const as = ({ token }: Pick<Person, 'token'>) => ({ token });
const turnOn = async (who: Pick<Person, 'token'>) => {
  const browser = service.browser();
  const { status, body } = await call(ctx, turnOnPush, { body: browser.subscription }, as(who));
  expect(status).toBe(200);
  return { ...browser, id: body.id };
};
const browsers = async (who: Person) => (await call(ctx, getOwnPush, {}, as(who))).body.browsers;
const sendNotice = (who: Person, subject = 'ticket-12') =>
  ctx.db.tx((tx) =>
    notify(tx, {
      accounts: sql`select ${who.id}::bigint`,
      kind: 'answer',
      subject,
      title: 'ESPN 2 travando',
      body: 'Suporte: a senha é 1234',
      path: '/ticket?dialog=details&ticket=12',
      at: ctx.clock.now(),
    }),
  );
const handOver = async () => {
  await dispatchNotices.work(ctx, {});
  ctx.clock.forward(MINUTE_MS);
};
const deliver = async () => {
  await handOver();
  await deliverDue(ctx, noticeDeliveries);
};
const log = async (who: Person) =>
  (await call(ctx, contract.listNoticeDeliveries, {}, as(who))).body.data.map(
    ({ channel, state, reason }) => [channel, state, reason],
  );

it('shows the title and the path once in each browser of the account', async () => {
  const [phone, desk, elsewhere] = [
    await turnOn(seller),
    await turnOn(seller),
    await turnOn(other),
  ];
  await sendNotice(seller);
  await deliver();
  await deliver();
  const { rows } = await ctx.owner.query<{ id: string }>('select id from notices');
  const shown = {
    title: 'ESPN 2 travando',
    path: '/ticket?dialog=details&ticket=12',
    tag: `aviso-${rows[0]!.id}`,
  };
  expect([phone.shown, desk.shown, elsewhere.shown]).toEqual([[shown], [shown], []]);
  expect(phone.headers[0]).toMatchObject({ ttl: '86400', topic: shown.tag });
  expect(await log(seller)).toEqual([
    ['push', 'sent', ''],
    ['push', 'sent', ''],
  ]);
});

it('sends no notice that was read within a minute or not chosen', async () => {
  const phone = await turnOn(seller);
  await sendNotice(seller);
  await handOver();
  await call(ctx, contract.readNotices, { body: {} }, as(seller));
  await deliverDue(ctx, noticeDeliveries);
  expect(await log(seller)).toEqual([['push', 'skipped', 'Lido antes no painel.']]);
  const body = { panel: [...noticeKinds], email: [], telegram: [], push: ['work' as const] };
  await call(ctx, contract.saveNoticeChoices, { body }, as(seller));
  await sendNotice(seller, 'ticket-13');
  await deliver();
  expect(phone.shown).toEqual([]);
});

it('deletes a browser whose address no longer exists and tries others again', async () => {
  const gone = await turnOn(seller);
  const [otherSubscription] = [await turnOn(other)];
  service.answers.push({ status: 410 });
  await sendNotice(seller);
  await deliver();
  expect(await browsers(seller)).toEqual([]);
  expect(await log(seller)).toEqual([['push', 'failed', 'O navegador não recebe mais avisos.']]);
  service.answers.push({ status: 503 });
  await sendNotice(other);
  await deliver();
  expect(otherSubscription.shown).toEqual([]);
  ctx.clock.forward(MINUTE_MS);
  await deliverDue(ctx, noticeDeliveries);
  expect([otherSubscription.shown.length, gone.shown.length]).toEqual([1, 0]);
});

it('pauses all deliveries of a push service for the requested time', async () => {
  const phone = await turnOn(seller);
  service.answers.push({ status: 429, retryAfter: 600 });
  await sendNotice(seller);
  await deliver();
  await sendNotice(seller, 'ticket-13');
  await deliver();
  expect(phone.shown).toEqual([]);
  ctx.clock.forward(10 * MINUTE_MS);
  await deliverDue(ctx, noticeDeliveries);
  expect(phone.shown).toHaveLength(2);
});

it('sends a notice once with two workers at the same moment', async () => {
  const phone = await turnOn(seller);
  for (let n = 0; n < 10; n += 1) await sendNotice(seller, `ticket-${n}`);
  await Promise.all([dispatchNotices.work(ctx, {}), dispatchNotices.work(ctx, {})]);
  ctx.clock.forward(MINUTE_MS);
  await Promise.all([deliverDue(ctx, noticeDeliveries), deliverDue(ctx, noticeDeliveries)]);
  expect(phone.shown).toHaveLength(10);
});

it('ends the notices of a browser with its sign-in', async () => {
  const left = await turnOn(seller);
  const second = await session(ctx, seller.username);
  const third = await session(ctx, seller.username);
  const lost = await turnOn(second);
  await call(ctx, signOut, {}, as(seller));
  const { data } = (await call(ctx, listSignIns, {}, as(third))).body;
  const otherSignIn = data.find(({ current }) => !current)!;
  await call(ctx, endSignIn, { params: { id: otherSignIn.id } }, as(third));
  await sendNotice(seller);
  await deliver();
  expect([left.shown, lost.shown]).toEqual([[], []]);
  expect(await browsers({ ...seller, ...third })).toEqual([]);
  await deleteOldRows(ctx, 'day');
  expect((await ctx.owner.query('select from push_subscriptions')).rowCount).toBe(0);
});

it('continues after a sign-in expired and belongs to the next sign-in', async () => {
  const phone = await turnOn(seller);
  ctx.clock.forward(13 * 60 * MINUTE_MS);
  await sendNotice(seller);
  await deliver();
  expect(phone.shown).toHaveLength(1);
  const next = await session(ctx, seller.username);
  const { endpoint } = phone.subscription;
  const recognised = (await call(ctx, recognisePush, { body: { endpoint } }, as(next))).body;
  expect(recognised).toEqual({ id: phone.id });
  await call(ctx, signOut, {}, as(next));
  await sendNotice(seller, 'ticket-13');
  await deliver();
  expect(phone.shown).toHaveLength(1);
});

it('assigns a browser to the last account and lets only its owner turn it off', async () => {
  const phone = await turnOn(seller);
  const { endpoint } = phone.subscription;
  expect((await call(ctx, recognisePush, { body: { endpoint } }, as(other))).body.id).toBeNull();
  const foreign = await call(ctx, turnOffPush, { params: { id: phone.id } }, as(other));
  expect(foreign.status).toBe(404);
  await call(ctx, turnOnPush, { body: phone.subscription }, as(other));
  await sendNotice(seller);
  await deliver();
  expect(phone.shown).toEqual([]);
  expect((await call(ctx, turnOffPush, { params: { id: phone.id } }, as(other))).status).toBe(200);
  expect(await browsers(other)).toEqual([]);
});

it('limits the number of browsers and removes the one unused longest', async () => {
  const first = await turnOn(seller);
  for (let n = 0; n < MAX_PUSH_BROWSERS; n += 1) {
    ctx.clock.forward(1_000);
    await turnOn(seller);
  }
  const ids = (await browsers(seller)).map(({ id }) => id);
  expect(ids).toHaveLength(MAX_PUSH_BROWSERS);
  expect(ids).not.toContain(first.id);
});

it('refuses internal addresses and invalid keys', async () => {
  const { subscription } = service.browser();
  const refused = async (more: Partial<typeof subscription>) => {
    const sent = { body: { ...subscription, ...more } };
    const { status, body } = await call(ctx, turnOnPush, sent, as(seller));
    return [status, ...Object.keys(body.fields ?? {})];
  };
  for (const endpoint of [
    'https://10.0.0.7/push/1',
    'https://[::1]/push/1',
    'http://push.example/1',
    'ftp://push.example/1',
  ])
    expect([endpoint, ...(await refused({ endpoint }))]).toEqual([endpoint, 422, 'endpoint']);
  expect(await refused({ p256dh: 'B'.repeat(87) })).toEqual([422, 'p256dh']);
  expect(await refused({ auth: 'curto' })).toEqual([422, 'auth']);
});
