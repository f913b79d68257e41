/**
 * Calls that require a fresh code, and calls that accept an idempotency key. Each is tested with a
 * valid request.
 */
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { readInput } from '@ramal/contract/api/validation';
import { wireName } from '@ramal/contract/api/wire-names';
import { renewRecoveryCodes } from '@ramal/contract/second-factors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { moduleRoutes } from '../../src/app.ts';
import { batchTask } from '../../src/batches/batches.ts';
import { bulkFunctionKinds } from '../../src/lines/bulk/bulk-functions.ts';
import { runTask } from '../../src/tasks/run-tasks.ts';
import { sealAccess } from '../../src/line-servers/server-access.ts';
import { type Person, person } from '../accounts.ts';
import { accessTable, makePeople } from '../access/table.ts';
import type { People, Row, CallInput } from '../access/rows.ts';
import { type TestContext, call, createTestContext } from '../context.ts';
import {
  type Authenticator,
  enrolAuthenticator,
  readAccountEvents,
  secondProcess,
} from '../second-factor.ts';

let ctx: TestContext;
let other: Awaited<ReturnType<typeof secondProcess>>;
let people: People;
/** Accounts with a second factor. The accounts of the access table have none. */
let admin: Person;
let seller: Person;
let endpoints: ReadonlyMap<string, Endpoint>;
const authenticators = new Map<number, Authenticator>();
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '192.0.2.1' });
  other = await secondProcess(ctx);
  people = await makePeople(ctx);
  endpoints = new Map(moduleRoutes(ctx).map(({ endpoint }) => [endpoint.name, endpoint]));
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, {
    parent: people.admin,
    balance: 1_000_000,
    grants: ['api.keys', 'extras', 'games', 'dns.fixed', 'lines.new-p2p', 'lines.migrate-new-p2p'],
  });
  for (const account of [admin, seller])
    authenticators.set(account.id, await enrolAuthenticator(ctx, account));
});
afterAll(async () => {
  await other.close();
  await ctx.close();
});

async function freshCodeOf({ id }: Person): Promise<string> {
  ctx.clock.forward(30_000);
  return authenticators.get(id)!.code();
}

const withCode = (endpoint: Endpoint, sent: CallInput, code_2fa: string): CallInput =>
  endpoint.body
    ? { ...sent, body: { ...(sent.body as object), code_2fa } }
    : { ...sent, query: { ...sent.query, code_2fa } };

const usedCodes = async ({ id }: Person) =>
  (await readAccountEvents(ctx, id)).filter(({ kind }) => kind.startsWith('second-factor-')).length;

type Process = Pick<TestContext, 'server'>;
const send = (endpoint: Endpoint, sent: CallInput, more: object, at: Process = ctx) =>
  call(at, endpoint, (endpoint.body ? { body: {}, ...sent } : sent) as never, more);

const callerOf = ({ access }: Endpoint): Person =>
  access !== 'public' && access.profiles.includes('admin') ? admin : seller;

const requiredFields = ({ body }: Endpoint): string[] => {
  const reading = body ? readInput(body as z.ZodType, {}) : { ok: true as const };
  return reading.ok ? [] : Object.keys(reading.fields).map(wireName);
};

/** Requests with fields that only the use case checks, because the schema cannot. */
const checked: Readonly<Record<string, CallInput & { readonly wrong: readonly string[] }>> = {
  'create-dns': {
    body: { domain: 'marcelo' },
    wrong: ['domain', 'description'],
  },
  'save-backup-key': { body: { recipient: 'age1abc' }, wrong: ['recipient'] },
  'save-backup-sftp': {
    params: { type: 'remote_1' },
    body: { host: 'sftp.exemplo.com', username: 'copias' },
    wrong: ['password'],
  },
  'create-balancer': { body: { name: 'Interno', ip: '10.0.0.1' }, wrong: ['ip'] },
  'edit-balancer': {
    params: { id: 1 },
    body: { name: 'Interno', ip: '10.0.0.1' },
    wrong: ['ip'],
  },
  'create-dns-balancer': { body: { name: 'Interno', dns: '10.0.0.1' }, wrong: ['dns'] },
  'edit-dns-balancer': {
    params: { id: 1 },
    body: { name: 'Interno', dns: '10.0.0.1' },
    wrong: ['dns'],
  },
  'create-exempt-network': {
    body: { network: 'não é', reason: 'Operadora', ends: '2020-01-01' },
    wrong: ['network', 'ends'],
  },
  'create-api-key': {
    body: { name: 'Loja', scopes: ['lines:read'], ends_on: '2020-01-01' },
    wrong: ['ends_on'],
  },
  'save-dns-provider': { body: { provider: 'cloudflare' }, wrong: ['key', 'target'] },
  'save-registrar': { body: { registrar: 'namesilo' }, wrong: ['key'] },
  'save-mail-relay': {
    body: {
      franchise: 0,
      host: 'smtp.exemplo.com',
      port: 587,
      security: 'starttls',
      username: 'avisos',
      from_address: 'avisos@exemplo.com',
      from_name: 'Avisos',
    },
    wrong: ['password'],
  },
  'save-whatsapp-number': {
    body: {
      franchise: 0,
      phone_number_id: '109876543210987',
      waba_id: '109876543210987',
      cost_cents: 0,
      daily_limit: 10,
    },
    wrong: ['token', 'app_secret'],
  },
  'edit-line-server': {
    params: { id: 1 },
    body: { name: 'Um', url: 'https://outro.exemplo/', takes_new: false, rules: {} },
    wrong: ['key'],
  },
};

const coded = () => [...endpoints.values()].filter(({ freshCode }) => freshCode === true);

describe('a call with a code', () => {
  it('returns all missing fields and the missing code together', async () => {
    const answered: Record<string, string[]> = {};
    const expected: Record<string, string[]> = {};
    for (const endpoint of coded()) {
      const required = requiredFields(endpoint);
      const sent = accessTable[endpoint.name]!.sent?.(1_000_000, people) ?? {};
      const { body } = await send(
        endpoint,
        {
          ...sent,
          ...(endpoint.body
            ? { body: endpoint.selector ? { [endpoint.selector]: null } : {} }
            : {}),
        },
        { token: callerOf(endpoint).token },
      );
      expected[endpoint.name] = [...required, 'code_2fa'].toSorted();
      answered[endpoint.name] = Object.keys(body.fields ?? {}).toSorted();
    }
    expect(Object.keys(expected).length).toBeGreaterThan(60);
    for (const [name, { wrong }] of Object.entries(checked))
      if (requiredFields(endpoints.get(name)!).length === 0)
        expected[name] = [...wrong, 'code_2fa'].toSorted();
    expect(answered).toEqual(expected);
  });

  it.each(Object.entries(checked))(
    'checks the fields of %s before its code, and spends none',
    async (name, { wrong, ...sent }) => {
      await ctx.owner.query(
        `insert into line_servers (id, name, kind, platform, sealed_access, host, created_by, created_at)
         overriding system value values (1, 'Um', 'xui', 'iptv', $1, 'um.exemplo', $2, now())
         on conflict (id) do nothing`,
        [sealAccess(ctx, { url: 'https://um.exemplo/', key: 'chave' }), admin.id],
      );
      const endpoint = endpoints.get(name)!;
      const by = callerOf(endpoint);
      const missing = await send(endpoint, sent, { token: by.token });
      expect([missing.status, Object.keys(missing.body.fields ?? {}).toSorted()]).toEqual([
        422,
        [...wrong, 'code_2fa'].toSorted(),
      ]);
      const code = await freshCodeOf(by);
      const before = await usedCodes(by);
      const refused = await send(endpoint, withCode(endpoint, sent, code), { token: by.token });
      expect(Object.keys(refused.body.fields ?? {}).toSorted()).toEqual([...wrong].toSorted());
      expect(await usedCodes(by)).toBe(before);
      const renewed = await call(
        ctx,
        renewRecoveryCodes,
        { body: { code_2fa: code } },
        { token: by.token },
      );
      expect(renewed.status).toBe(200);
    },
  );
});

const CONTACT = { username: 'nome-livre', email: '11999990000', email_contact: null };

/**
 * Calls whose schema does not require a code. Their use case decides whether a code is necessary.
 */
const decided: Readonly<
  Record<string, () => CallInput & { readonly by?: Person; readonly wrong: readonly string[] }>
> = {
  'create-reseller': () => ({
    body: { credits: 900_000 },
    wrong: ['username', 'password'],
  }),
  'create-reseller with a taken name': () => ({
    body: { ...CONTACT, username: seller.username, password: 'Abc12345', credits: 900_000 },
    wrong: ['username'],
  }),
  'move-credits': () => ({
    params: { id: seller.id },
    body: { credits: 900_000 },
    wrong: ['sale'],
  }),
  'edit-reseller': () => ({
    params: { id: seller.id },
    body: { password: 'Abc12345' },
    wrong: ['username', 'email'],
  }),
  'edit-reseller with an unknown owner': () => ({
    params: { id: seller.id },
    body: { ...CONTACT, password: 'Abc12345', newMaster: 999_999 },
    wrong: ['newMaster'],
  }),
  'block-reseller-as-admin': () => ({
    params: { id: people.admin.id },
    body: {},
    wrong: ['reason'],
  }),
  'change-password': () => ({
    by: seller,
    body: { end_passkeys: true },
    wrong: ['current_password', 'password'],
  }),
  'offer-passkey': () => ({ by: seller, body: {}, wrong: ['current_password'] }),
};

/** Calls whose use case decides about the code, and that have no field except the code. */
const decidedWithoutFields = ['apply-panel-import', 'enable-2fa', 'remove-active-dns'];

describe('a call whose use case decides about the code', () => {
  const nameOf = (title: string) => title.split(' ')[0]!;

  it('is listed here', () => {
    const names = moduleRoutes(ctx)
      .filter(({ requiresCode }) => requiresCode)
      .map(({ endpoint }) => endpoint.name);
    const undeclared = [...endpoints.values()]
      .filter(({ freshCode, body }) => !freshCode && body && takesCode(body))
      .map(({ name }) => name);
    expect(names.toSorted()).toEqual(undeclared.toSorted());
    const listed = [...new Set(Object.keys(decided).map(nameOf)), ...decidedWithoutFields];
    expect(names.toSorted()).toEqual(listed.toSorted());
  });

  const takesCode = (body: unknown): boolean =>
    Object.hasOwn((body as { shape?: object }).shape ?? {}, 'code2fa');

  it.each(Object.keys(decided))('%s names the code with the other fields', async (title) => {
    const endpoint = endpoints.get(nameOf(title))!;
    const { by = admin, wrong, ...sent } = decided[title]!();
    const missing = await send(endpoint, sent, { token: by.token });
    expect([missing.status, Object.keys(missing.body.fields ?? {}).toSorted()]).toEqual([
      422,
      [...wrong, 'code_2fa'].toSorted(),
    ]);
    const before = await usedCodes(by);
    const request = withCode(endpoint, sent, await freshCodeOf(by));
    const refused = await send(endpoint, request, { token: by.token });
    const left = wrong.filter((name) => title !== 'change-password' || name === 'password');
    expect(Object.keys(refused.body.fields ?? {}).toSorted()).toEqual(left.toSorted());
    expect(await usedCodes(by)).toBe(before);
  });

  it('names no code that the call does not require', async () => {
    const endpoint = endpoints.get('create-reseller')!;
    const { body } = await send(endpoint, { body: { credits: 0 } }, { token: admin.token });
    expect(Object.keys(body.fields ?? {}).toSorted()).toEqual(['password', 'username']);
  });
});

const DOMAIN = 'marcelotv.click';

/**
 * Requests of calls for which the access table has no successful request, because its accounts have
 * no second factor.
 */
const withFactorRequests: Readonly<Record<string, () => Promise<{ by: Person; sent: CallInput }>>> =
  {
    'create-dns': async () => ({
      by: admin,
      sent: { body: { domain: DOMAIN, duration: 1, description: 'Principal' } },
    }),
    'renew-dns': async () => ({ by: admin, sent: { body: { domain: DOMAIN } } }),
    'credit-portal': async () => ({
      by: seller,
      sent: { body: { id_res: seller.id, qtd_creditos: 5 } },
    }),
    'return-portal-credits': async () => ({
      by: seller,
      sent: { body: { id_res: seller.id, qtd_creditos: 1 } },
    }),
    'undo-bulk-function': async () => {
      const start = endpoints.get('start-bulk-function-6')!;
      const { sent } = await requestOf(start.name);
      const { body } = await send(start, withCode(start, sent, await freshCodeOf(admin)), {
        token: admin.token,
      });
      const { rows } = await ctx.owner.query<{ id: number }>(
        'select max(task_id)::int as id from batches',
      );
      await runTask(ctx, [batchTask(bulkFunctionKinds)], rows[0]!.id);
      const { batch } = body as unknown as { batch: { id: number } };
      return { by: admin, sent: { params: { id: batch.id }, body: {} } };
    },
  };

async function requestOf(name: string): Promise<{ by: Person; sent: CallInput }> {
  if (withFactorRequests[name]) return withFactorRequests[name]();
  const { about, sent, outcomes }: Row = accessTable[name]!;
  const by = outcomes.admin === 200 ? admin : people.owner;
  return { by, sent: sent?.(about ? await about(ctx, people) : 0, people) ?? {} };
}

const KEYED = [
  'undo-act',
  'create-invitation',
  'deliver-referral',
  'create-new-p2p-line-from-code',
  'start-bulk-function-6',
  'start-bulk-function-7',
  'start-bulk-function-8',
  'start-bulk-function-9',
  'undo-bulk-function',
  'start-bulk-lines',
  'create-iptv-line',
  'extend-iptv-line',
  'promote-iptv-line',
  'import-line-file',
  'migrate-iptv-list',
  'migrate-p2p-list',
  'create-new-p2p-line',
  'extend-new-p2p-line',
  'promote-new-p2p-line',
  'create-p2p-line',
  'extend-p2p-line',
  'promote-p2p-line',
  'create-dns',
  'renew-dns',
  'credit-portal',
  'return-portal-credits',
  'delete-network',
  'delete-reseller',
  'delete-tree',
  'restore-reseller',
  'create-reseller',
  'move-credits',
  'create-ticket',
  'create-sigma-customer',
  'renew-sigma-customer',
];

/** Empties the fields of a purchase that may differ when a call is repeated. */
const settled = (name: string, body: object): object =>
  name === 'create-dns' || name === 'renew-dns' ? { ...body, message: '', state: '' } : body;

it('lists every call with a key', () => {
  const keyed = [...endpoints.values()].filter((endpoint) => endpoint.keyed);
  expect(keyed.map(({ name }) => name).toSorted()).toEqual(KEYED.toSorted());
});

describe.each(KEYED)('%s under one key', (name) => {
  it('answers ten equal requests of two processes and a later one alike, with one code', async () => {
    const endpoint = endpoints.get(name)!;
    await ctx.owner.query(
      `update tasks set state = 'stopped' where state in ('waiting', 'running')`,
    );
    await ctx.owner.query('delete from rate_limits');
    const { by, sent } = await requestOf(name);
    const request = endpoint.freshCode ? withCode(endpoint, sent, await freshCodeOf(by)) : sent;
    const before = await usedCodes(by);
    const as = { token: by.token, key: randomUUID() };
    // The same code in parallel requests does not count as a wrong code.
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send(endpoint, request, as, index % 2 ? ctx : other),
      ),
    );
    const [first] = replies;
    expect([first!.status, first!.body.code]).toEqual([200, undefined]);
    const later = await send(endpoint, request, as);
    const [firstFields] = replies.map(({ body }) => settled(name, body));
    for (const { body } of [...replies, later]) expect(settled(name, body)).toEqual(firstFields);
    expect((later.body as { state?: string }).state).not.toBe('processing');
    expect((await usedCodes(by)) - before).toBe(endpoint.freshCode ? 1 : 0);
    const { rows } = await ctx.owner.query<{ points: number }>(
      `select coalesce(sum(points), 0)::int as points from rate_limits where key like 'verification-%'`,
    );
    expect(rows[0]!.points).toBe(0);
  });
});
