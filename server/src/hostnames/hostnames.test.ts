/** Tests hostnames over HTTP, with the built-in registrar. */
import type { RequestOf } from '@ramal/contract/api/endpoint';
import type { OnWire } from '@ramal/contract/api/wire-names';
import {
  createHostname,
  listHostnames,
  verifyHostnames,
} from '@ramal/contract/operations/hostnames';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Authenticator, enrolAuthenticator } from '../../test/second-factor.ts';
import type { Actor } from '../foundation/caller.ts';
import { listHostnames as listHostnamesOf } from './list-hostnames.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let codes: Map<Person, Authenticator>;

beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query(
    'truncate hostnames, hostname_purchases, sandbox_hostnames, unused_hostnames',
  );
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { balance: 2_000 });
  codes = new Map();
  for (const account of [admin, seller]) codes.set(account, await enrolAuthenticator(ctx, account));
});
afterAll(() => ctx.close());

async function create(by: Person, body: OnWire<RequestOf<typeof createHostname>['body']>) {
  const code_2fa = await codes.get(by)!.code();
  return call(ctx, createHostname, { body: { ...body, code_2fa } }, { token: by.token });
}

const list = async (by: Person) =>
  (await call(ctx, listHostnames, {}, { token: by.token })).body.data;

const balance = async () =>
  Number(
    (
      await ctx.owner.query(
        `select balance from wallets where account_id = $1 and kind = 'balance'`,
        [seller.id],
      )
    ).rows[0].balance,
  );

const field = (response: { body: unknown }) => (response.body as { fields?: unknown }).fields;

it('shows prices in credits to sellers and in US dollars to admins and unsold names as invalid', async () => {
  const body = { domains: ['marcelotv.click', 'marcelo-tv.click', 'MarceloTV.sbs'] };
  const seen = async (by: Person) =>
    (await call(ctx, verifyHostnames, { body }, { token: by.token })).body.reply;
  const forSeller = await seen(seller);
  expect(forSeller).toMatchObject({ code: 300, invalid: ['marcelo-tv.click'], unavailable: [] });
  expect(forSeller.available).toEqual([
    {
      domain: 'marcelotv.click',
      price: null,
      renew: null,
      credits: 6,
      credits_renew: 12,
      duration: 1,
    },
    {
      domain: 'marcelotv.sbs',
      price: null,
      renew: null,
      credits: 5,
      credits_renew: 10,
      duration: 2,
    },
  ]);
  expect((await seen(admin)).available[0]).toMatchObject({
    price: 5.99,
    renew: 11.99,
    credits: null,
    credits_renew: null,
  });
});

it('uses the server’s price for a purchase and ignores the sent one', async () => {
  const answer = await create(seller, { domain: 'marcelotv.click', credits: 0.01 });
  expect(answer).toMatchObject({ status: 200, body: { state: 'done' } });
  expect(await balance()).toBe(2_000 - 600);
  expect(await list(seller)).toMatchObject([
    { dns: 'marcelotv.click', status: 1, buy_value: null, due_date_formatted: expect.any(String) },
  ]);
  expect(await list(admin)).toMatchObject([{ buy_value: 5.99, owner: seller.username }]);
  const { rows } = await ctx.owner.query(
    `select kind from events where kind like 'hostname-%' order by id`,
  );
  expect(rows).toEqual([{ kind: 'hostname-bought' }, { kind: 'hostname-ready' }]);
});

it('hides a bought name from other accounts and refuses it to them', async () => {
  await create(seller, { domain: 'marcelotv.click' });
  expect(await list(await person(ctx))).toEqual([]);
  const again = await create(admin, { domain: 'marcelotv.click', description: 'Links' });
  expect(again.status).toBe(422);
});

it('buys once when a call is repeated with its key', async () => {
  const body = { domain: 'marcelotv.click', code_2fa: await codes.get(seller)!.code() };
  const send = () =>
    call(
      ctx,
      createHostname,
      { body },
      {
        token: seller.token,
        key: '0b9fd0f2-6f4e-4a53-9d5b-1f0a3b0c7a11',
      },
    );
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(200);
  expect(await balance()).toBe(2_000 - 600);
});

it('requires a term if the offer has several years and a description from admins', async () => {
  const noTerm = await create(seller, { domain: 'marcelotv.sbs' });
  expect([noTerm.status, field(noTerm)]).toEqual([
    422,
    { duration: 'Você deve selecionar um vencimento!' },
  ]);
  const noText = await create(admin, { domain: 'marcelotv.click' });
  expect([noText.status, field(noText)]).toEqual([
    422,
    { description: 'descrição não informada! O campo é obrigatório!' },
  ]);
});

it('reports every missing field in one answer without using up the code', async () => {
  const reply = await call(
    ctx,
    createHostname,
    { body: { domain: 'marcelo' } },
    { token: admin.token },
  );
  expect([reply.status, reply.body.fields]).toEqual([
    422,
    {
      domain: 'Preencha os campos corretamente!',
      description: 'descrição não informada! O campo é obrigatório!',
      code_2fa: 'Código 2FA não informado!',
    },
  ]);
  const empty = await call(ctx, createHostname, { body: {} as never }, { token: admin.token });
  expect(Object.keys(empty.body.fields!).toSorted()).toEqual(['code_2fa', 'domain']);
});

it('orders nothing and stores no name without enough credits', async () => {
  const answer = await create(seller, { domain: 'marcelotv.click', duration: 10 });
  expect(answer.status).toBe(422);
  expect(await list(seller)).toEqual([]);
  expect((await ctx.owner.query('select from sandbox_hostnames')).rowCount).toBe(0);
  expect(await balance()).toBe(2_000);
});

it('lets an admin but no seller add a name by hand once', async () => {
  const added = await create(admin, { domain: 'tv.exemplo.com', manual: true });
  expect(added).toMatchObject({ status: 200, body: { state: 'done' } });
  expect(await list(admin)).toMatchObject([{ dns: 'tv.exemplo.com', status: 1, buy_value: null }]);
  // V-71: hostnames with spaces, without a dot or with a scheme are invalid.
  for (const domain of [
    '',
    '   ',
    'tv exemplo.com',
    'tv. exemplo.com',
    'tv',
    'ftp://tv.exemplo.com',
  ]) {
    ctx.clock.forward(30_000);
    const refused = await create(admin, { domain, manual: true });
    expect([refused.status, Object.keys(field(refused) ?? {})]).toEqual([422, ['domain']]);
  }
  expect(await list(admin)).toHaveLength(1);
  expect((await create(seller, { domain: 'tv2.exemplo.com', manual: true })).status).toBe(403);
});

it('buys nothing without a second factor', async () => {
  const plain = await person(ctx, { balance: 2_000 });
  const answer = await call(
    ctx,
    createHostname,
    { body: { domain: 'marcelotv.click' } },
    { token: plain.token },
  );
  expect(answer.status).toBe(403);
});

it('neither offers nor sells a name without extension or with invalid characters (V-66 to V-68)', async () => {
  const domains = ['marcelotv', 'marcelo tv.top', '.top', 'marcelotv.com'];
  const { body } = await call(ctx, verifyHostnames, { body: { domains } }, { token: seller.token });
  expect(body.reply).toEqual({ code: 300, invalid: domains, available: [], unavailable: [] });
  for (const empty of [[], ['']]) {
    const emptyInput = { body: { domains: empty } };
    const none = await call(ctx, verifyHostnames, emptyInput, { token: seller.token });
    expect(none.status).toBe(422);
  }
  for (const domain of domains) {
    ctx.clock.forward(30_000);
    const refused = await create(seller, { domain });
    expect([refused.status, Object.keys(field(refused) ?? {})]).toEqual([422, ['domain']]);
  }
  expect(await balance()).toBe(2_000);
});

it('offers no name that is in the panel already, as the purchase refuses it', async () => {
  const domain = 'jacadastrado.click';
  ctx.clock.forward(30_000);
  expect((await create(admin, { domain, manual: true })).status).toBe(200);
  const body = { domains: [domain] };
  const { reply } = (await call(ctx, verifyHostnames, { body }, { token: seller.token })).body;
  expect(reply).toEqual({ code: 300, invalid: [], available: [], unavailable: [domain] });
  ctx.clock.forward(30_000);
  expect((await create(seller, { domain, duration: 1 })).body).toMatchObject({
    code: 'hostname_taken',
  });
});

it('allows the operator’s video only from its own host (S-DNS-08)', async () => {
  const video = 'https://videos.example/dns';
  const config = { ...ctx.config, dnsTutorial: { host: 'painel.norte.example', video } };
  const shownAt = async (baseUrl: string) =>
    (
      await listHostnamesOf(
        { ...ctx, config },
        {
          actor: { id: seller.id, profile: 'reseller' } as Actor,
          requestMeta: { baseUrl } as never,
        },
      )
    ).tutorialVideo;
  expect(await shownAt('https://painel.norte.example')).toBe(video);
  expect(await shownAt('http://painel.norte.example:8080')).toBe(video);
  for (const other of ['https://norte.example', 'https://x.painel.norte.example', 'nada'])
    expect(await shownAt(other)).toBeNull();
});
