/**
 * After a restore, events since the backup are read from the payment provider, the registrar and
 * the DNS provider. The read changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { actOutside, listOutside, settleOutside } from '@ramal/contract/operations/quarantine';
import { creditPortal, savePaymentKeys } from '@ramal/contract/payments/recharges';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, line, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type MercadoPagoDouble, startMercadoPago } from '../../test/mercado-pago.ts';
import { type CloudflareDouble, startCloudflare } from '../../test/outside/cloudflare.ts';
import { type NameSiloDouble, startNameSilo } from '../../test/outside/namesilo.ts';
import { enrolAuthenticator } from '../../test/second-factor.ts';
import { sealRegistrarKey } from '../hostnames/registrars/registrars.ts';
import { verifyLedger } from '../credits/credits.ts';
import { confirmCharge } from '../payments/confirm-charge.ts';
import { findLostCharges } from '../payments/find-lost-charges.ts';
import { createCharge } from '../payments/payments.ts';
import { recordRestore } from '../quarantine/quarantine.ts';
import { sealDnsKey } from '../zones/dns-settings.ts';
import { syncRecordsNow } from '../zones/sync-records.ts';
import { cloudflare } from '../zones/providers/cloudflare.ts';
import { setWantedRecord } from '../zones/records.ts';

let ctx: TestContext;
let payments: MercadoPagoDouble;
let registrar: NameSiloDouble;
let dns: CloudflareDouble;
let admin: Person;
let seller: Person;
let key: string;

beforeAll(async () => {
  [payments, registrar, dns] = [
    await startMercadoPago(),
    await startNameSilo(),
    await startCloudflare(),
  ];
  ctx = await createTestContext({
    RAMAL_MERCADO_PAGO_URL: payments.url,
    RAMAL_NAMESILO_URL: registrar.url,
    RAMAL_CLOUDFLARE_URL: dns.url,
    RAMAL_LOG: 'silent',
  });
  ({ key } = registrar);
  payments.now = () => ctx.clock.now();
  registrar.now = () => ctx.clock.now();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin, balance: 100_000 });
  await savePaymentAccess();
  await ctx.owner.query(`update registrar_settings set registrar = 'namesilo', sealed_key = $1`, [
    sealRegistrarKey(ctx, registrar.key),
  ]);
  await ctx.owner.query(`update dns_settings set provider = 'cloudflare', sealed_key = $1`, [
    sealDnsKey(ctx, dns.token),
  ]);
});
afterAll(async () => {
  await ctx.close();
  for (const double of [payments, registrar, dns]) await double.close();
});

async function savePaymentAccess(): Promise<void> {
  const codes = await enrolAuthenticator(ctx, seller);
  const body = {
    mercado_pago_public_key: 'APP_USR-publica',
    mercado_pago_access_token: payments.token,
    webhook_secret: 'segredo-dos-avisos',
    code_2fa: await codes.code(),
  };
  expect((await call(ctx, savePaymentKeys, { body }, { token: seller.token })).status).toBe(200);
  const credit = { id_res: seller.id, qtd_creditos: 90 };
  await call(ctx, creditPortal, { body: credit }, { token: seller.token, key: randomUUID() });
}

const charged = (lineId: number, cents: number) =>
  createCharge(
    ctx,
    {
      purpose: 'renewal',
      accountId: seller.id,
      lineId,
      buyerId: null,
      months: 2,
      credits: 200,
      cents,
      method: 'pix',
      description: 'Renovação por 2 meses',
    },
    { baseUrl: 'http://painel.exemplo' },
  );

const outside = (who: Person) => call(ctx, listOutside, {}, { token: who.token });

it('lists payments and names and records that the data lacks and the systems that did not answer', async () => {
  expect((await outside(admin)).body.code).toBe('not_in_quarantine');
  const { id } = await line(ctx, seller);
  const { rows } = await ctx.owner.query<{ username: string }>(
    'select username from lines where id = $1',
    [id],
  );
  const name = 'tv.norte.click';
  dns.zones.clear();
  await makeRecord(name);
  const madeAt = ctx.clock.now();
  ctx.clock.forward(3_600_000);

  // The following charges are from after the backup, so the test deletes them as a restore does.
  const [paid, unpaid] = [await charged(id, 6000), await charged(id, 6100)];
  payments.pay(paid.externalReference);
  await ctx.owner.query('delete from charges where id = any($1)', [[paid.id, unpaid.id]]);
  registrar.names.set('perdido.click', {
    expires: '2027-11-24',
    nameServers: [],
    shownFrom: madeAt,
    before: undefined,
    years: [1],
  });
  dns.editByHand(name, { content: '198.51.100.9' });
  await ctx.db.tx((tx) =>
    recordRestore(tx, { restoredAt: ctx.clock.now(), madeAt, file: 'ramal-x.tar.zst.age' }),
  );

  const { status, body } = await outside(admin);
  expect(status).toBe(200);
  expect(body.unread).toEqual([]);
  expect(body.messages).toEqual({ waiting: 0, overdue: 0 });
  const [{ username } = { username: '' }] = rows;
  expect(body.happened).toMatchObject([
    { kind: 'payment', subject: username, what: 'pagou 2 meses', cents: 6000, needs_person: false },
    { kind: 'hostname', subject: 'perdido.click', needs_person: true },
    { kind: 'record', subject: name, what: 'a zona diz A 198.51.100.9', needs_person: true },
  ]);
  expect(body.happened.map(({ settled }) => settled)).toEqual([false, false, false]);
  const charges = await ctx.owner.query('select from charges where line_id = $1', [id]);
  expect(charges.rowCount).toBe(0);

  await ctx.owner.query('update lines set owner_id = $2 where id = $1', [id, admin.id]);
  registrar.key = 'outra';
  const second = (await outside(admin)).body;
  expect(second.happened[0]).toMatchObject({
    subject: 'Quem não está na cópia',
    outcome: 'Não há mais a que servir: devolva no provedor',
    needs_person: true,
  });
  expect(second.unread).toEqual([{ where: 'Registrador', why: 'Invalid API key (110)' }]);
});

it('shows settled events and delivers or reverses no payment settled by hand', async () => {
  registrar.key = key;
  await findLostCharges(ctx);
  const settle = (who: Person, body: object) =>
    call(ctx, settleOutside, { body: body as never }, { token: who.token });
  const { id } = await line(ctx, seller);
  const madeAt = ctx.clock.now();
  const [byHand, left] = [await charged(id, 7000), await charged(id, 7100)];
  for (const charge of [byHand, left]) payments.pay(charge.externalReference);
  await ctx.owner.query('delete from charges where id = $1', [byHand.id]);
  ctx.clock.forward(3_600_000);
  await ctx.db.tx((tx) =>
    recordRestore(tx, { restoredAt: ctx.clock.now(), madeAt, file: 'ramal-y.tar.zst.age' }),
  );
  const settled = async () =>
    (await outside(admin)).body.happened.flatMap((event) =>
      event.settled ? [event.settled_as] : [],
    );
  const ours = { kind: 'payment', key: byHand.externalReference, settled: true };
  expect((await settle(seller, ours)).status).toBe(403);
  expect((await settle(admin, { ...ours, kind: 'linha' })).status).toBe(422);
  const name = { kind: 'hostname', key: 'perdido.click' };
  for (const body of [ours, ours, { ...name, settled: true }])
    expect((await settle(admin, body)).status).toBe(200);
  expect(await settled()).toEqual(['Já renovado à mão', 'Já decidido: fica fora do painel']);
  await settle(admin, { ...name, settled: false });
  expect(await settled()).toEqual(['Já renovado à mão']);

  await ctx.owner.query('update restores set released_at = now(), released_by = $1', [admin.id]);
  expect((await settle(admin, ours)).body.code).toBe('not_in_quarantine');
  const expiry = async () =>
    (await ctx.owner.query(`select expires_at from lines where id = $1`, [id])).rows[0].expires_at;
  const before = await expiry();
  await findLostCharges(ctx);
  const charges = await ctx.owner.query<{ id: number; state: string; settled_by_hand: boolean }>(
    `select id::int, state, settled_by_hand from charges where external_reference = $1`,
    [byHand.externalReference],
  );
  expect(charges.rows).toMatchObject([{ state: 'settled', settled_by_hand: true }]);
  expect(await expiry()).toEqual(before);
  await confirmCharge(ctx, left.id);
  const renewed = await expiry();
  expect(+renewed).toBeGreaterThan(+before);

  payments.pay(byHand.externalReference, { status: 'refunded' });
  await confirmCharge(ctx, charges.rows[0]!.id);
  const { rows } = await ctx.owner.query('select state from charges where id = $1', [
    charges.rows[0]!.id,
  ]);
  expect(rows).toEqual([{ state: 'reversed' }]);
  expect(await expiry()).toEqual(renewed);
  expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
});

it('performs each possible action once for repeated requests', async () => {
  const act = (body: object) =>
    call(ctx, actOutside, { body: body as never }, { token: admin.token });
  const { id } = await line(ctx, seller);
  const name = 'tv.sul.click';
  await makeRecord(name, 'sul.click');
  const madeAt = ctx.clock.now();
  const paid = await charged(id, 8000);
  payments.pay(paid.externalReference);
  await ctx.owner.query('delete from charges where id = $1', [paid.id]);
  dns.editByHand(name, { content: '198.51.100.9' });
  registrar.names.set('achado.click', {
    expires: '2027-11-24',
    nameServers: [],
    shownFrom: madeAt,
    before: undefined,
    years: [1],
  });
  const payment = { kind: 'payment', key: paid.externalReference };
  expect((await act(payment)).body.code).toBe('not_in_quarantine');
  ctx.clock.forward(3_600_000);
  await ctx.db.tx((tx) =>
    recordRestore(tx, { restoredAt: ctx.clock.now(), madeAt, file: 'ramal-z.tar.zst.age' }),
  );
  const open = async () =>
    (await outside(admin)).body.happened
      .map(({ act: what, subject }) => `${what} ${subject}`)
      .filter((label) => /8000|achado|sul/.test(label) || label.startsWith('deliver'));
  expect(await open()).toHaveLength(3);

  const expiry = async () =>
    (await ctx.owner.query(`select expires_at from lines where id = $1`, [id])).rows[0].expires_at;
  const before = await expiry();
  expect((await act(payment)).body.message).toMatch('Entregue');
  const renewed = await expiry();
  expect(+renewed).toBeGreaterThan(+before);
  expect((await act(payment)).status).toBe(200);
  expect(await expiry()).toEqual(renewed);

  const hostname = { kind: 'hostname', key: 'achado.click' };
  for (const _ of [1, 2]) expect((await act(hostname)).status).toBe(200);
  const { rows } = await ctx.owner.query(
    `select h.state, h.owner_id::int as owner, p.state as purchase, p.credits::int as credits
     from hostnames h join hostname_purchases p using (name) where h.name = 'achado.click'`,
  );
  expect(rows).toEqual([
    { state: 'preparing', owner: admin.id, purchase: 'registered', credits: 0 },
  ]);

  for (const _ of [1, 2]) expect((await act({ kind: 'record', key: name })).status).toBe(200);
  expect(await open()).toEqual([]);
  const unknown = [
    { kind: 'payment', key: 'r1-1-x' },
    { kind: 'hostname', key: 'de-outro.click' },
    { kind: 'record', key: 'de-outro.click' },
  ];
  for (const body of unknown) expect((await act(body)).body.code).toBe('nothing_to_do_outside');
  expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
});

async function makeRecord(name: string, zone = 'norte.click'): Promise<void> {
  const provider = cloudflare({ baseUrl: dns.url, token: dns.token, account: undefined });
  await provider.ensureZone(zone);
  await ctx.db.tx((tx) =>
    setWantedRecord(tx, { name, ip: '200.160.4.18', ttl: 300, now: ctx.clock.now() }),
  );
  await syncRecordsNow(ctx, [name]);
}
