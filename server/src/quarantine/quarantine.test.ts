import { buyCredits } from '@ramal/contract/payments/top-ups';
import { createHostname } from '@ramal/contract/operations/hostnames';
import { releaseQuarantine } from '@ramal/contract/operations/quarantine';
import { getProfile } from '@ramal/contract/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { jobs } from '../jobs.ts';
import { receiveNotice } from '../payments/notices.ts';
import { recordRestore, skipInQuarantine } from './quarantine.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin });
});
afterAll(() => ctx.close());

const as = ({ token }: Person) => ({ token });
const heldFor = async (account: Person) =>
  (await call(ctx, getProfile, {}, as(account))).body.quarantine;
const outside = () =>
  Promise.all([
    call(ctx, buyCredits, { body: { credits: 10, method: 'pix' } }, as(seller)),
    call(ctx, createHostname, { body: { domain: 'exemplo.com.br', name: 'a' } }, as(admin)),
  ]);

async function ranJob(): Promise<boolean> {
  let ran = false;
  const job = skipInQuarantine({ name: 'x', work: async () => void (ran = true) });
  await job.work(ctx, {});
  return ran;
}

it('stops jobs and calls that reach external systems until an admin releases the panel', async () => {
  expect(await heldFor(seller)).toBeNull();
  expect(await ranJob()).toBe(true);
  for (const { body } of await outside()) expect(body.code).not.toBe('in_quarantine');
  await ctx.owner.query(
    `insert into payment_accounts (account_id, notice_token) values (${seller.id}, 'aviso')`,
  );
  const notice = { token: 'aviso', about: '1', signature: '', requestId: 'r' };
  expect(await receiveNotice(ctx, notice)).toBe(401);

  const restore = {
    restoredAt: new Date('2026-11-21T14:00:00Z'),
    madeAt: new Date('2026-11-21T05:00:00Z'),
    file: 'ramal-2026-11-21-050000.tar.zst.age',
  };
  await ctx.db.tx((tx) => recordRestore(tx, restore));
  for (const account of [seller, admin])
    expect(await heldFor(account)).toEqual({
      restored_at: '21/11/2026 11:00',
      data_of: '21/11/2026 02:00',
    });
  for (const { status, body } of await outside())
    expect([status, body.code]).toEqual([409, 'in_quarantine']);
  expect(await ranJob()).toBe(false);
  // With this response, the provider sends the notice again later.
  expect(await receiveNotice(ctx, notice)).toBe(503);

  expect((await call(ctx, releaseQuarantine, { body: {} }, as(seller))).status).toBe(403);
  expect((await call(ctx, releaseQuarantine, { body: {} }, as(admin))).status).toBe(200);
  expect((await call(ctx, releaseQuarantine, { body: {} }, as(admin))).body.code).toBe(
    'not_in_quarantine',
  );
  expect(await heldFor(seller)).toBeNull();
  expect(await ranJob()).toBe(true);
  for (const { body } of await outside()) expect(body.code).not.toBe('in_quarantine');
});

it('holds a second restore separately even of a backup made in quarantine', async () => {
  const restore = (hour: number) => ({
    restoredAt: new Date(Date.UTC(2026, 10, 22, hour)),
    madeAt: new Date('2026-11-21T05:00:00Z'),
    file: 'ramal-2026-11-21-050000.tar.zst.age',
  });
  await ctx.db.tx((tx) => recordRestore(tx, restore(10)));
  await ctx.db.tx((tx) => recordRestore(tx, restore(12)));
  expect((await heldFor(admin))?.restored_at).toBe('22/11/2026 09:00');
  expect((await call(ctx, releaseQuarantine, { body: {} }, as(admin))).status).toBe(200);
});

it.for(['probe-targets', 'reconcile-payments', 'finish-hostname-purchases'])(
  'lets %s do nothing meanwhile',
  async (name) => {
    const job = jobs.find((wantedJob) => wantedJob.name === name)!;
    const untouched = () => Promise.reject(new Error('it worked'));
    const reading = { ...ctx, db: { ...ctx.db, many: untouched, tx: untouched } };
    await expect(job.work(reading, {})).rejects.toThrow('it worked');
    await ctx.db.tx((tx) =>
      recordRestore(tx, { restoredAt: ctx.clock.now(), madeAt: ctx.clock.now(), file: 'x' }),
    );
    await job.work(reading, {});
    await call(ctx, releaseQuarantine, { body: {} }, as(admin));
  },
);
