/** Tests the actions of owners on hostnames, and the hostname in the links. */
import * as contract from '@ramal/contract/operations/hostnames';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, readAccountBalance, person } from '../../test/accounts.ts';
import { chooseHostname } from '../../test/choose-hostname.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Authenticator, enrolAuthenticator } from '../../test/second-factor.ts';
import { verifyLedger } from '../credits/credits.ts';
import { probedHostnames } from './probed-hostnames.ts';
import { renewDueHostnames, warnOfExpiries } from './purchase/renew-due.ts';
import { getRegistrars } from './registrars/registrars.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let below: Person;
let stranger: Person;
let codes: Map<Person, Authenticator>;

beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query(
    'truncate hostnames, hostname_purchases, sandbox_hostnames, unused_hostnames, probed_targets',
  );
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin, balance: 3_000 });
  below = await person(ctx, { parent: seller });
  stranger = await person(ctx, { parent: admin });
  codes = new Map();
  for (const account of [admin, seller, below, stranger])
    codes.set(account, await enrolAuthenticator(ctx, account));
});
afterAll(() => ctx.close());

const as = ({ token }: Person) => ({ token });
/** Returns the next code for each call, because a code is valid once. */
async function fresh(by: Person): Promise<string> {
  ctx.clock.forward(30_000);
  return codes.get(by)!.code();
}
async function buy(by: Person, domain: string): Promise<number> {
  const body = { domain, code_2fa: await fresh(by), description: 'x' };
  const bought = await call(ctx, contract.createHostname, { body }, as(by));
  expect([bought.status, bought.body.state]).toEqual([200, 'done']);
  return idOf(domain);
}
async function idOf(name: string): Promise<number> {
  const { rows } = await ctx.owner.query<{ id: number }>(
    'select id::int from hostnames where name = $1',
    [name],
  );
  return rows[0]!.id;
}
/** Adds a hostname for an account as an admin does, and marks it as answering. */
async function answering(owner: Person, name: string, state = 'up'): Promise<number> {
  await ctx.owner.query(
    `insert into hostnames (name, owner_id, state, created_at) values ($1, $2, 'active', now())`,
    [name, owner.id],
  );
  const id = await idOf(name);
  await ctx.owner.query(
    `insert into probed_targets (kind, target_id, state, since, checked_at)
     values ('hostname', $1, $2, now(), now())`,
    [id, state],
  );
  return id;
}
const fall = (id: number) =>
  ctx.owner.query(`update probed_targets set state = 'down' where target_id = $1`, [id]);
const list = async (by: Person) => (await call(ctx, contract.listHostnames, {}, as(by))).body;
const shared = async (by: Person) =>
  (await call(ctx, contract.listSharedHostnames, {}, as(by))).body.data;
const share = (by: Person, id: number, size: number) =>
  call(ctx, contract.shareHostname, { body: { id, size } }, as(by));
const rotate = (by: Person, id: number) =>
  call(ctx, contract.rotateHostname, { params: { id } }, as(by));
const remove = async (by: Person, id: number) =>
  call(
    ctx,
    contract.removeHostname,
    { params: { id }, body: { code_2fa: await fresh(by) } },
    as(by),
  );

it('uses the first answering name in links: rotation, own, shared, default', async () => {
  const chosen = () => chooseHostname(ctx.db, below.id);
  const far = await answering(admin, 'longe.example');
  const near = await answering(seller, 'perto.example');
  expect(await chosen()).toBeNull();
  await share(admin, far, 1);
  expect(await chosen()).toBe('longe.example');
  // The nearest ancestor has priority over ancestors further up.
  await share(seller, near, 1);
  expect(await chosen()).toBe('perto.example');
  await answering(below, 'mudo.example', 'unknown');
  expect(await chosen()).toBe('perto.example');
  const ownName = await answering(below, 'meu.example');
  expect(await chosen()).toBe('meu.example');
  const first = await answering(below, 'um.example');
  const second = await answering(below, 'dois.example');
  for (const id of [first, second]) expect((await rotate(below, id)).body.is_rotation).toBe(true);
  expect((await list(below)).links).toEqual({
    rotation: 'um.example',
    own: 'meu.example',
    shared: 'perto.example',
    used: 'rotation',
  });
  await fall(first);
  expect(await chosen()).toBe('dois.example');
  await fall(second);
  expect(await chosen()).toBe('meu.example');
  await remove(below, ownName);
  expect(await chosen()).toBe('perto.example');
  await fall(near);
  expect(await chosen()).toBe('longe.example');
  expect(await chooseHostname(ctx.db, stranger.id)).toBe('longe.example');
});

describe('sharing', () => {
  it('shares a name with descendants only and each may opt out', async () => {
    const id = await answering(seller, 'rede.example');
    expect(await shared(below)).toEqual([]);
    expect((await share(seller, id, 3)).status).toBe(200);
    expect(await shared(below)).toMatchObject([
      { dns: 'rede.example', owner: seller.username, is_active_shared: true },
    ]);
    expect(await shared(stranger)).toEqual([]);
    expect(await shared(admin)).toEqual([]);
    const toggle = (by: Person) =>
      call(ctx, contract.toggleSharedHostname, { params: { dns: 'rede.example' } }, as(by));
    expect((await toggle(below)).body.is_active_shared).toBe(false);
    expect(await chooseHostname(ctx.db, below.id)).toBeNull();
    expect((await shared(below))[0]).toMatchObject({ is_active_shared: false });
    expect((await toggle(below)).body.is_active_shared).toBe(true);
    expect((await toggle(stranger)).body.code).toBe('hostname_not_found');
    const { body } = await call(ctx, contract.listHostnameLogs, {}, as(below));
    expect(body.data.map(({ description }) => description)).toEqual([
      'DNS da rede ligado nos próprios links: rede.example',
      'DNS da rede desligado nos próprios links: rede.example',
    ]);
    await share(seller, id, 0);
    expect(await shared(below)).toEqual([]);
  });
});

it('lets sellers act only on their own names and admins on all', async () => {
  const id = await answering(seller, 'meu.example');
  for (const other of [below, stranger])
    for (const answer of [
      await share(other, id, 1),
      await rotate(other, id),
      await remove(other, id),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'hostname_not_found']);
  expect((await share(admin, id, 1)).status).toBe(200);
  const bare = await person(ctx, { parent: admin });
  expect((await share(bare, id, 1)).body.code).toBe('second_factor_required');
});

it('removes a name from list and links and rotation and restores it', async () => {
  const id = await answering(seller, 'meu.example');
  await rotate(seller, id);
  await share(seller, id, 1);
  expect((await remove(seller, id)).body).toMatchObject({ is_removed: true });
  expect((await list(seller)).data).toEqual([]);
  expect(await shared(below)).toEqual([]);
  const removed = (await call(ctx, contract.listRemovedHostnames, {}, as(seller))).body.data;
  expect(removed).toMatchObject([{ dns: 'meu.example', is_rotation: false, is_shared: false }]);
  expect((await remove(seller, id)).body).toMatchObject({ is_removed: false });
  // The probe has not checked the hostname since it was restored. Links contain it only after it
  // answers.
  expect((await list(seller)).data).toMatchObject([{ dns: 'meu.example', health: 'unknown' }]);
});

it('lists events with the newest first without names and addresses of admins', async () => {
  const id = await answering(seller, 'meu.example');
  await rotate(seller, id);
  await share(admin, id, 1);
  const { body } = await call(ctx, contract.listHostnameLogs, {}, as(seller));
  expect(
    body.data.map(({ description, id_user, username, ip }) => [description, id_user, username, ip]),
  ).toEqual([
    ['DNS compartilhado com a rede: meu.example', null, 'Administração', null],
    ['DNS posto no rodízio: meu.example', seller.id, seller.username, '203.0.113.7'],
  ]);
  const byAdmin = (await call(ctx, contract.listHostnameLogs, {}, as(admin))).body.data[0];
  expect(byAdmin).toMatchObject({ id_user: admin.id, username: admin.username });
  expect((await call(ctx, contract.listHostnameLogs, {}, as(stranger))).body.data).toEqual([]);
});

it('searches events by name and author and text in any order', async () => {
  const [first, second] = [
    await answering(seller, 'um-logs.example'),
    await answering(seller, 'dois-logs.example'),
  ];
  await rotate(seller, first);
  await rotate(seller, second);
  await share(admin, first, 1);
  const read = async (query: object, who = seller) => {
    const { status, body } = await call(ctx, contract.listHostnameLogs, { query }, as(who));
    expect(status).toBe(200);
    return [body.total, ...body.data.map(({ description }) => description)];
  };
  const shared = 'DNS compartilhado com a rede: um-logs.example';
  const rotated = (name: string) => `DNS posto no rodízio: ${name}`;
  expect(await read({ search: 'dois-LOGS' })).toEqual([1, rotated('dois-logs.example')]);
  expect(await read({ search: 'RODIZIO', dir: 'asc' })).toEqual([
    2,
    rotated('um-logs.example'),
    rotated('dois-logs.example'),
  ]);
  expect(await read({ search: 'administracao' })).toEqual([1, shared]);
  expect(await read({ search: admin.username })).toEqual([0]);
  expect(await read({ sort: 'description', dir: 'asc' })).toEqual([
    3,
    shared,
    rotated('dois-logs.example'),
    rotated('um-logs.example'),
  ]);
  expect(await read({ sort: 'username', dir: 'asc', per_page: 1, page: 3 })).toHaveLength(2);
  // The other events have no address that this reader may see, so they cannot be sorted by it.
  expect(await read({ sort: 'ip', dir: 'asc' })).toMatchObject({ length: 4, 3: shared });
  expect((await read({ search: 'um-logs.example' }, admin)).slice(1)).toEqual([
    shared,
    rotated('um-logs.example'),
  ]);
});

describe('renewing', () => {
  const endOf = async (name: string) =>
    (await list(seller)).data.find(({ dns }) => dns === name)!.due_date_formatted;

  it('renews for a year at the registrar’s price once for each key', async () => {
    await buy(seller, 'tv.click');
    const before = await readAccountBalance(ctx, seller.id);
    expect(await endOf('tv.click')).toBe('21/11/2027');
    const code_2fa = await fresh(seller);
    const key = '5b1c1f1e-7a54-4d0b-9a63-6f5f0a3d1a11';
    const renew = () =>
      call(
        ctx,
        contract.renewHostname,
        { body: { domain: 'tv.click', code_2fa } },
        { ...as(seller), key },
      );
    const [first, again] = [await renew(), await renew()];
    expect([first.body.state, again.status]).toEqual(['done', 200]);
    expect(await endOf('tv.click')).toBe('21/11/2028');
    expect(before - (await readAccountBalance(ctx, seller.id))).toBe(1_200);
    const stolen = await call(
      ctx,
      contract.renewHostname,
      { body: { domain: 'tv.click', code_2fa: await fresh(stranger) } },
      as(stranger),
    );
    expect(stolen.body.code).toBe('hostname_not_found');
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  });

  it('renews automatically fifteen days before the expiry and records missing credits once a day', async () => {
    const id = await buy(seller, 'tv.click');
    await call(ctx, contract.enableHostnameRenewal, { params: { id } }, as(seller));
    const registrars = getRegistrars(ctx);
    const eventsOf = async (kind: string) =>
      (await ctx.owner.query('select from events where kind = $1', [kind])).rowCount;
    await renewDueHostnames(ctx, registrars);
    expect(await endOf('tv.click')).toBe('21/11/2027');
    ctx.clock.set('2027-11-07T08:00:00Z');
    await ctx.owner.query(
      `update wallets set balance = 1100 where account_id = $1 and kind = 'balance'`,
      [seller.id],
    );
    await renewDueHostnames(ctx, registrars);
    await renewDueHostnames(ctx, registrars);
    expect(await eventsOf('hostname-renewal-failed')).toBe(1);
    await ctx.owner.query(
      `update wallets set balance = 2400 where account_id = $1 and kind = 'balance'`,
      [seller.id],
    );
    ctx.clock.set('2027-11-08T08:00:00Z');
    await renewDueHostnames(ctx, registrars);
    await renewDueHostnames(ctx, registrars);
    expect(await readAccountBalance(ctx, seller.id)).toBe(1_200);
    expect(await eventsOf('hostname-renewed')).toBeGreaterThan(0);
    const { rows } = await ctx.owner.query(
      `select expires_at::date::text as ends, renewal_failed_at from hostnames`,
    );
    expect(rows).toEqual([{ ends: '2028-11-21', renewal_failed_at: null }]);
  });

  it('renews only bought names', async () => {
    const id = await answering(seller, 'meu.example');
    const on = await call(ctx, contract.enableHostnameRenewal, { params: { id } }, as(seller));
    expect(on.body.code).toBe('hostname_not_found');
  });
});

it('probes names added by hand but not those of the built-in registrar', async () => {
  await buy(seller, 'tv.click');
  const id = await answering(seller, 'meu.example');
  expect(await probedHostnames.targets(ctx)).toEqual([
    { kind: 'hostname', id, url: 'http://meu.example/healthz' },
  ]);
});

it('continues a purchase that prepares its records on request', async () => {
  const id = await buy(seller, 'tv.click');
  await ctx.owner.query(`update hostnames set state = 'preparing'`);
  await ctx.owner.query(`update hostname_purchases set state = 'registered', check_at = $1`, [
    ctx.clock.now(),
  ]);
  const configure = (by: Person) =>
    call(ctx, contract.configureHostname, { params: { id } }, as(by));
  expect((await configure(stranger)).body.code).toBe('hostname_not_found');
  expect((await configure(seller)).body).toEqual({ message: 'DNS pronto', status: 1 });
});

describe('a fresh code', () => {
  const take = (by: Person, id: number, code_2fa?: string) =>
    call(
      ctx,
      contract.removeHostname,
      { params: { id }, body: code_2fa === undefined ? {} : { code_2fa } },
      as(by),
    );

  it('requires a fresh code only to remove a name that the caller bought (V-72)', async () => {
    const bought = await buy(seller, 'tv.click');
    const byHand = await answering(seller, 'meu.example');
    expect((await take(seller, bought)).body.code).toBe('code_2fa_missing');
    expect((await take(seller, byHand)).body.is_removed).toBe(true);
    expect((await take(seller, bought, await fresh(seller))).body.is_removed).toBe(true);
    // Restoring needs no code, because it removes nothing.
    expect((await take(seller, bought)).body.is_removed).toBe(false);
    expect((await take(admin, bought)).body.is_removed).toBe(true);
  });
});

describe('a warning', () => {
  const warnings = async () =>
    (
      await ctx.owner.query(
        `select kind, (after->>'days')::int as days, after->>'isShort' as short from events
         where kind in ('hostname-ending', 'hostname-renewal-ahead') and account_id = $1 order by id`,
        [seller.id],
      )
    ).rows;
  const on = async (day: string) => {
    ctx.clock.set(`${day}T08:00:00Z`);
    await warnOfExpiries(ctx);
    await warnOfExpiries(ctx);
  };

  it('warns once each at 30, 15, 7, 3 and 1 days before the expiry', async () => {
    await buy(seller, 'tv.click');
    const days = ['10-20', '10-23', '11-01', '11-07', '11-15', '11-19', '11-20', '11-21', '11-25'];
    for (const day of days) await on(`2027-${day}`);
    expect((await warnings()).map((warning) => warning.days as number)).toEqual([30, 15, 7, 3, 1]);
  });

  it('warns a week before an automatic renewal and reports missing credits', async () => {
    const id = await buy(seller, 'tv.click');
    await call(ctx, contract.enableHostnameRenewal, { params: { id } }, as(seller));
    await ctx.owner.query(
      `update wallets set balance = 1100 where account_id = $1 and kind = 'balance'`,
      [seller.id],
    );
    for (const day of ['2027-10-23', '2027-10-31', '2027-11-05']) await on(day);
    expect(await warnings()).toEqual([{ kind: 'hostname-renewal-ahead', days: 22, short: 'true' }]);
  });
});
