/** The server sends a stored secret only to the address for which a person entered it. */
import { listEndpoints, listFields } from '@ramal/contract/api/contract-walk.fixtures';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { wireName } from '@ramal/contract/api/wire-names';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealAccess } from '../../src/line-servers/server-access.ts';
import { sealPassword } from '../../src/messaging/email/relay.ts';
import { sealAppSecret, sealToken } from '../../src/messaging/whatsapp/number.ts';
import { sealDnsKey } from '../../src/zones/dns-settings.ts';
import { type Person, person } from '../accounts.ts';
import { type TestContext, call, createTestContext } from '../context.ts';
import { enrolAuthenticator } from '../second-factor.ts';

const endpoints = new Map((await listEndpoints()).map((endpoint) => [endpoint.name, endpoint]));

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  await enrolAuthenticator(ctx, admin);
  const { owner } = ctx;
  await owner.query(
    `insert into line_servers (id, name, kind, platform, sealed_access, host, created_by, created_at)
     overriding system value values (1, 'Um', 'xui', 'iptv', $1, 'um.exemplo', $2, now())`,
    [sealAccess(ctx, { url: 'https://um.exemplo:8443/api/', key: 'chave' }), admin.id],
  );
  await owner.query(
    `insert into mail_relays (franchise_id, host, port, security, username, sealed_password, from_address, from_name,
       dkim_selector) values (0, 'smtp.exemplo.com', 587, 'starttls', 'avisos', $1, 'a@exemplo.com', 'Avisos', '')`,
    [sealPassword(ctx, 'senha')],
  );
  await owner.query(
    `insert into whatsapp_numbers (franchise_id, phone_number_id, waba_id, portfolio_id, display_number, verified_name,
       sealed_token, sealed_app_secret, path_key, cost_cents, daily_limit)
     values (0, '10987654321', '20987654321', '20987654321', '', '', $1, $2, 'caminho', 0, 10)`,
    [sealToken(ctx, 'token'), sealAppSecret(ctx, 'segredo')],
  );
  await owner.query(`update dns_settings set provider = 'cloudflare', sealed_key = $1`, [
    sealDnsKey(ctx, 'chave'),
  ]);
});
afterAll(() => ctx.close());

interface Setting {
  readonly params?: object;
  /** The stored settings, without their secrets. */
  readonly stored: object;
  /** Changed settings. Each element changes a different part of the address. */
  readonly changes: readonly object[];
  readonly secrets: readonly string[];
}

const place = { params: { type: 'remote_1' } };

const settings: Readonly<Record<string, Setting>> = {
  'edit-line-server': {
    params: { id: 1 },
    stored: { name: 'Um', takes_new: false, rules: {} },
    changes: [
      { url: 'http://um.exemplo:8443/api/' },
      { url: 'https://dois.exemplo:8443/api/' },
      { url: 'https://um.exemplo/api/' },
      { url: 'https://um.exemplo:8443/outra/' },
    ],
    secrets: ['key'],
  },
  'save-mail-relay': {
    stored: {
      host: 'smtp.exemplo.com',
      port: 587,
      security: 'starttls',
      username: 'avisos',
      from_address: 'a@exemplo.com',
      from_name: 'Avisos',
    },
    changes: [
      { host: 'outro.exemplo.com' },
      { port: 2525 },
      { security: 'none' },
      { username: 'outro' },
    ],
    secrets: ['password'],
  },
  'save-whatsapp-number': {
    stored: {
      phone_number_id: '10987654321',
      waba_id: '20987654321',
      cost_cents: 0,
      daily_limit: 10,
    },
    changes: [{ phone_number_id: '30987654321' }, { waba_id: '30987654321' }],
    secrets: ['token', 'app_secret'],
  },
  'save-dns-provider': {
    stored: {
      provider: 'cloudflare',
      target: '200.160.4.18',
      name_servers: ['ns1.exemplo.com', 'ns2.exemplo.com'],
    },
    changes: [{ provider: 'powerdns' }],
    secrets: ['key'],
  },
  // These calls use no stored secret, because the request always contains the secret.
  'save-registrar': { stored: {}, changes: [{ registrar: 'namesilo' }], secrets: ['key'] },
  'save-backup-s3': {
    ...place,
    stored: { bucket: 'copias', access_key_id: 'chave' },
    changes: [{ endpoint: 'https://s3.exemplo.com' }],
    secrets: ['secret_access_key'],
  },
  'save-backup-sftp': {
    ...place,
    stored: { username: 'copias' },
    changes: [{ host: 'sftp.exemplo.com' }, { host: 'sftp.exemplo.com', port: 2222 }],
    secrets: ['password'],
  },
  'save-payment-keys': {
    stored: {},
    changes: [{ mercado_pago_public_key: 'APP_USR-publica' }],
    secrets: ['mercado_pago_access_token'],
  },
  'save-telegram-bot': { stored: {}, changes: [{}], secrets: ['token'] },
  'create-line-server': {
    stored: { name: 'Dois', kind: 'xui', platform: 'iptv' },
    changes: [{ url: 'https://dois.exemplo/' }],
    secrets: ['key'],
  },
};

/**
 * Calls with a field that looks like a secret but is not stored for an address, each with a reason.
 */
const otherUses: Readonly<Record<string, string>> = {
  'check-activation-code': 'an app proves itself',
  'find-telegram-bot': 'stores nothing',
  'confirm-2fa': 'a person proves an authenticator',
  'confirm-notice-address': 'a person proves an address',
  'save-title-details-key': 'is sent to one fixed address',
  'act-outside': 'names a difference',
  'settle-outside': 'names a difference',
  'answer-ticket-incident': 'names an incident',
  'get-storefront-order': 'names an order',
  'get-storefront-test': 'names a test',
};

const SECRET =
  /^(?:key|token|secret|app_secret|secret_access_key|private_key|mercado_pago_access_token|webhook_secret)$/;
const isPortal = ({ path }: Endpoint): boolean => /portal/.test(path);

it('lists every call that stores a secret', () => {
  const calls = [...endpoints.values()].filter(
    (endpoint) =>
      !isPortal(endpoint) &&
      listFields(endpoint).some(
        ({ part, path }) => part === 'body' && SECRET.test(wireName(path.at(-1)!)),
      ),
  );
  expect([...calls.map(({ name }) => name), 'save-mail-relay'].toSorted()).toEqual(
    [...Object.keys(settings), ...Object.keys(otherUses)].toSorted(),
  );
});

it.each(
  Object.entries(settings).flatMap(([name, setting]) =>
    setting.changes.map((change) => [name, change, setting] as const),
  ),
)('%s with %j requires the secret again', async (name, change, setting) => {
  const endpoint = endpoints.get(name)!;
  const { params, stored, secrets } = setting;
  const access = endpoint.access as { readonly profiles: readonly string[] };
  const by = access.profiles.includes('admin') ? admin : await person(ctx);
  const body = { ...stored, ...change };
  const refused = await call(ctx, endpoint, { ...(params ? { params } : {}), body } as never, {
    token: by.token,
  });
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([
    422,
    expect.arrayContaining([...secrets]),
  ]);
});
