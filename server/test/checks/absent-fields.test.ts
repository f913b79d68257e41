/**
 * In every call that edits something, an absent field keeps its stored value. A body with only
 * unknown fields is refused.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { wireName } from '@ramal/contract/api/wire-names';
import { createWebhook, editWebhook } from '@ramal/contract/webhooks';
import {
  createPackage,
  editPackage,
  listPackages,
} from '@ramal/contract/catalogue/catalogue-packages';
import { getLineReminders, saveLineReminders } from '@ramal/contract/reminders/customers';
import type { z } from 'zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moduleRoutes } from '../../src/app.ts';
import { onlyReads } from '../../src/foundation/http/bind.ts';
import { line, type Person, person } from '../accounts.ts';
import { call, createTestContext, type TestContext } from '../context.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1' });
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin, balance: 10_000, grants: ['api.keys'] });
});
afterAll(() => ctx.close());

const isEdit = ({ name, method }: Endpoint) =>
  method === 'PUT' || /^(edit|save|set|change)-/.test(name);

function fieldsOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  for (let at = schema; at;) {
    const inner = at as unknown as {
      shape?: Record<string, z.ZodType>;
      def: { in?: z.ZodType; innerType?: z.ZodType };
    };
    if (inner.shape) return inner.shape;
    at = inner.def.in ?? inner.def.innerType;
  }
  return {};
}

/**
 * Fields with a default in a call that edits, each with a reason. The default of other fields would
 * overwrite the stored value.
 */
const defaults: Readonly<Record<string, string>> = {
  'change-ip-cname.discart': 'a choice about this act, not a stored value',
  'edit-iptv-line.flagVencimento': 'a choice about this act',
  'edit-iptv-line.isCustomPackage': 'a choice about this act',
  'edit-new-p2p-line.flagVencimento': 'a choice about this act',
  'edit-p2p-line.flagVencimento': 'a choice about this act',
  'promote-iptv-line.isCustomPackage': 'a choice about this act',
  'save-line-reminders.resumed': 'a choice about this act',
  'validate-panel-import.credit_hundredths': 'a preview is computed from the whole body',
  'validate-panel-import.expired_days': 'a preview is computed from the whole body',
  'save-announcement.id': 'selects the announcement; 0 creates one',
  'save-rotate-dns.id': 'selects the entry; 0 creates one',
  'save-mail-relay.franchise': 'selects the franchise',
  'save-telegram-bot.franchise': 'selects the franchise',
  'save-whatsapp-number.franchise': 'selects the franchise',
  'save-whatsapp-number.daily_limit': 'belongs to the number that is sent with it',
  'save-dns-provider.name_servers': 'belong to the account that is sent with them',
  'save-list-view.is_default': 'a view is stored whole',
};

it('no edit has a default for an absent field', () => {
  const fieldsWithDefault = moduleRoutes(ctx)
    .map(({ endpoint }) => endpoint)
    .filter(isEdit)
    .flatMap(({ name, body }) =>
      Object.entries(fieldsOf(body))
        .filter(([, field]) => {
          const read = field.safeParse(undefined);
          return read.success && read.data !== undefined;
        })
        .map(([field]) => `${name}.${wireName(field)}`),
    );
  expect(fieldsWithDefault.toSorted()).toEqual(Object.keys(defaults).toSorted());
});

it('a body of unknown fields is refused by every call that changes something', async () => {
  const calls = moduleRoutes(ctx)
    .map(({ endpoint }) => endpoint)
    .filter(({ name, method, action, body, access }) => {
      const names = Object.keys(fieldsOf(body)).filter(
        (field) => !credentials.has(wireName(field)),
      );
      const changes = method !== 'GET' && !onlyReads.test(name);
      return changes && action === undefined && names.length > 0 && access !== 'public';
    });
  expect(calls.length).toBeGreaterThan(100);
  for (const { name, method, path, access } of calls) {
    const by = (access as { profiles: string[] }).profiles.includes('admin') ? admin : seller;
    const { statusCode } = await ctx.server.inject({
      method,
      url: path.replace(':type', 'remote_1').replace(/:\w+/g, '999999'),
      headers: { authorization: `Bearer ${by.token}` },
      payload: { unknown: 1 },
    });
    expect([name, statusCode]).toEqual([name, statusCode === 403 ? 403 : 422]);
  }
});

const credentials = new Set(['reg_password', 'code_2fa', 'current_password']);

it('a webhook keeps its thresholds when the field is absent', async () => {
  const settings = { url: 'http://127.0.0.1:9/', events: ['line.created'] as never };
  const made = await call(
    ctx,
    createWebhook,
    { body: { ...settings, expiring_days: 7, low_credits: 12 } },
    { token: seller.token },
  );
  const edited = await call(
    ctx,
    editWebhook,
    { params: { id: made.body.id }, body: settings },
    { token: seller.token },
  );
  expect(edited.body).toMatchObject({ expiring_days: 7, low_credits: 12 });
});

it('a package without the field keeps its setting for trials', async () => {
  const body = { name: 'Sem testes', max_connections: 1, bouquet_ids: [1] };
  const by = { token: admin.token };
  const made = await call(ctx, createPackage, { body: { ...body, allows_tests: false } }, by);
  await call(ctx, editPackage, { params: { id: made.body.id }, body }, by);
  const { body: packages } = await call(ctx, listPackages, {}, by);
  expect(packages.find(({ id }) => id === made.body.id)?.allows_tests).toBe(false);
});

it('a line keeps the e-mail of its reminders, and null removes it', async () => {
  const { id } = await line(ctx, seller);
  const by = { token: seller.token };
  const save = (body: object) => call(ctx, saveLineReminders, { params: { id }, body }, by);
  const email = async () => (await call(ctx, getLineReminders, { params: { id } }, by)).body.email;
  await save({ email: 'ana@exemplo.com', left_out: true });
  await save({ resumed: true });
  expect(await email()).toBe('ana@exemplo.com');
  await save({ email: null });
  expect(await email()).toBeNull();
});
