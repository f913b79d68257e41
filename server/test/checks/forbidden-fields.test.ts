/**
 * Makes every call that changes a line or an account twice: without the fields that only the server
 * may set, and with all of them. Both calls must write the same data.
 */
import { createLineFromCode } from '@ramal/contract/activation';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleRoutes } from '../../src/app.ts';
import { app } from '../activation.ts';
import { type TestContext, call, createTestContext } from '../context.ts';
import { PASSWORD, type Person, line, p2pLine, person } from '../accounts.ts';

let ctx: TestContext;
let admin: Person;
let parent: Person;
let seller: Person;
let other: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  parent = await person(ctx, { parent: admin, balance: 1_000_000 });
  seller = await person(ctx, {
    parent,
    balance: 1_000_000,
    grants: ['lines.new-p2p', 'lines.migrate-new-p2p'],
  });
  other = await person(ctx, { parent: admin, balance: 1_000_000 });
});
afterAll(() => ctx.close());

/**
 * Fields that only the server may set, by their names on the wire, in the code and in the columns.
 */
const theServers = () => ({
  id: 1,
  id_res: other.id,
  owner: other.username,
  owner_id: other.id,
  ownerId: other.id,
  reseller_id: other.id,
  account_id: other.id,
  actor_id: other.id,
  parent_id: admin.id,
  parentId: admin.id,
  ancestors: [other.id],
  profile: 'admin',
  id_franchise: 9,
  idFranchise: 9,
  is_master: 0,
  grants: ['games'],
  credits: 10,
  balance: 99_999,
  charged: 0,
  hundredths: 0,
  sale_cents: 1,
  status: 'Desativado',
  is_on: false,
  isOn: false,
  is_trial: true,
  isTrial: true,
  test_hours: 1,
  exp_date: '01/01/2099 00:00',
  exp_date_timestamp: 4_070_908_800,
  expires_at: '2099-01-01',
  expiresAt: '2099-01-01',
  created_at: '2001-01-01',
  deleted_at: '2001-01-01',
  deletedAt: '2001-01-01',
  trusted_at: null,
  trusted: false,
  rolled_back_from: '2099-01-01',
  blocked_at: '2001-01-01',
  block_admin: 1,
  block_abuse: true,
  last_topup_at: '2001-01-01',
  password_hash: 'x',
  password: 'senha-de-outro',
  totp_secret: 'x',
  platform: 'p2p',
  short_code: 'aaaaaaaaaa',
  shortCode: 'aaaaaaaaaa',
  package_id: 2,
  productId: 2,
  ['constructor']: { prototype: { profile: 'admin' } },
});

/** Fields of `theServers` that a particular call may set. */
const settable: Record<string, readonly string[]> = {
  'create-reseller': ['credits', 'password', 'profile', 'id_franchise'],
  'move-credits': ['credits'],
  'edit-reseller': ['password'],
  'set-grants': ['grants'],
  'create-admin': ['password'],
  'create-iptv-line': ['credits', 'test_hours'],
  'extend-iptv-line': ['credits'],
  'promote-iptv-line': ['credits'],
  'create-p2p-line': ['credits', 'test_hours'],
  'extend-p2p-line': ['credits'],
  'promote-p2p-line': ['credits'],
  'create-new-p2p-line': ['credits', 'test_hours'],
  'extend-new-p2p-line': ['credits'],
  'promote-new-p2p-line': ['credits'],
};

const listOf = (name: string) => `http://lista.exemplo/get.php?username=${name}&password=senha-1`;

/** Valid request of each call. A call without an entry needs no fields. */
const plain: Record<string, Record<string, unknown>> = {
  'save-portal-links-as-dns': { links: { m3u8: 'http://lista.exemplo/get.php' } },
  'save-line-reminders': { resumed: false },
  'read-line-message': { occasion: 'charge' },
  'record-renewal-message': { outcome: 'opened' },
  'renew-line-password': { keep_short_link: false },
  'create-reseller': { password: PASSWORD, credits: 5 },
  'move-credits': { credits: 10, sale: 1 },
  'edit-reseller': { email: '5511900000001' },
  'set-grants': { grants: ['extras'] },
  'create-admin': { password: PASSWORD },
  'set-master': { isMaster: 0 },
  'block-reseller': { reason: 'não pagou o mês' },
  'block-reseller-as-admin': { reason: 'não pagou o mês' },
  'block-network': { reason: 'não pagou o mês' },
  'clean-trials': { range: 2 },
  'set-limits': { lines: 5, platforms: ['iptv'] },
  'create-iptv-line': { isOficial: true, nota: 'Cliente', package: 1 },
  'extend-iptv-line': { credits: 1 },
  'promote-iptv-line': { credits: 1 },
  'edit-iptv-line': { nota: 'Outra' },
  'migrate-iptv-to-p2p': { productid: 1 },
  'migrate-iptv-to-new-p2p': { productid: 1 },
  'migrate-p2p-to-iptv': { package: 1 },
  'migrate-new-p2p-to-iptv': { package: 1 },
  'set-line-price': { price_cents: 2_500 },
  'mark-line-paid': { paid: false },
  'set-line-whatsapp': { whatsapp: '5511900000002' },
  'verify-iptv-migrate': { url: listOf('7654321'), exp_date: '2026-12-21' },
  'save-exemption-host': { url: 'antigo.exemplo', limit_days: 30 },
  ...Object.fromEntries(
    [p2pLines, newP2pLines].flatMap((calls) => [
      [calls.create.name, { isOficial: true, nota: 'Cliente', productid: 1 }],
      [calls.extend.name, { credits: 1 }],
      [calls.promote.name, { credits: 1 }],
      [calls.edit.name, { whatsapp: '5511900000002' }],
      [calls.editNote.name, { nota: 'Outra' }],
      [calls.editProduct.name, { product_id: 2 }],
    ]),
  ),
};
const adminsAlone = new Set([
  'set-grants',
  'create-admin',
  'set-master',
  'block-reseller-as-admin',
  'block-network',
  'delete-reseller',
  'delete-network',
  'delete-tree',
  'save-exemption-host',
  'save-portal-links-as-dns',
]);
/**
 * Requests of the imports. Each import uses another customer, because a customer can be imported
 * only once.
 */
const imported: Record<string, (id: number) => Record<string, unknown>> = {
  'migrate-iptv-list': (id) => ({
    url: listOf(`77000${id}`),
    package: 1,
    user: { exp_date: '2026-12-21' },
  }),
  'migrate-p2p-list': (id) => ({
    name: `77000${id}`,
    pass: 'senha-1',
    productid: 1,
    endTime: '2026-12-21',
  }),
};
const named = new Set(['create-reseller', 'edit-reseller', 'create-admin']);

/** Paths of calls that this test leaves out. */
const ofOtherThings: readonly RegExp[] = [
  /^\/api\/lines\/:id\/telegram-invitation$/,
  /^\/api\/login$/,
  /^\/api\/settings(\/bulk|$)/,
  // Admins may set every field of the catalogue and the announcements.
  /^\/api\/(catalogue|xcode-|temp-category)/,
  /^\/api\/(anuncios|save-links|save-telegram|save-portal-dns|encurtar-link|send-message|pass-message-on)/,
  // These calls change no data.
  /^\/api\/(get-moment-abuse|list-refused-plays|find-user|search-tree)$/,
  /^\/api\/export-/,
  // These calls change no field of a line. devices.test.ts checks the fields of a device.
  /^\/api\/(activate-(prime|lazer)|users-smart-app|device)/,
  // These calls change no field of a line; boxes.test.ts checks the fields of a box.
  /^\/api\/box(es|-requests)/,
  // These calls about batches read none of the fields.
  /^\/api\/batches/,
  // Display settings of the caller's own lists.
  /^\/api\/list-views/,
  // Decisions of an admin about a suspect line. Only the reason is read.
  /^\/api\/((block|dismiss)-abuse|abuse-settings)/,
  // Some of the fields are also filters or actions of these calls. bulk-lines.test.ts checks which
  // lines the calls can change.
  /^\/api\/bulk-lines/,
  // The fields describe columns of a file. For each row, the batch executes the use case that this
  // test checks.
  /^\/api\/line-files/,
  // Calls of apps without an account or line; the activation tests check their fields.
  /^\/api\/activation\//,
  // Texts and reminders of the caller.
  /^\/api\/(message-texts|link-host|charge|reminders|win-back)/,
  /^\/api\/(ticket|finishTicket|remove-chat|live)/,
  /^\/api\/(balancers|dns|registrar|probe-|cnames|change-ip-cname|create-dns|verify-dns|share-dns|renew-dns|remove-active-dns|configure-dns|save-rotate-dns|cname-automation)/,
  // Line servers, which only admins manage.
  /^\/api\/line-servers/,
  /^\/api\/panel-imports/,
  // Settings of the operator's mail relay and bot, and of the caller's chat and browsers.
  /^\/api\/(channels|me\/(telegram|push))/,
  // Pictures have no owner; edit-brands.test.ts checks which fields a franchise may not set.
  /^\/api\/(backgrounds|brands)/,
  // File name, public key, and address of a backup store.
  /^\/api\/(download-backup|backup-key|backup-remotes|quarantine)/,
  /^\/api\/(list-all-block|delete-blacklist|exempt-networks)/,
  /^\/api\/(recargas|portal|renewal-links|top-ups|top-up-prices|top-up-bonus|save-value-mp|save-mp-infos|sandbox-payments|payment-providers|recurring-pix)/,
  // Coupons of the caller; coupons.test.ts checks that chosen customers are the caller's.
  /^\/api\/(coupons|coupon-customers|top-up-coupons)/,
  // Signed responses of a device; passkeys.test.ts checks them.
  /^\/api\/passkeys/,
  // Keys of the caller or of the account in the path; api-keys.test.ts checks their fields.
  /^\/api\/(api-keys|external-keys)/,
  // Costs and settings of the caller, and an export; the tests of the numbers check their fields.
  /^\/api\/numbers/,
  // The caller's own page and links, and calls of strangers; storefront.test.ts checks their fields.
  /^\/api\/(storefront|loja)/,
  // Calls of apps and tools of others; chatbot.test.ts and sigma.test.ts check their fields.
  /^\/api\/(chatbot|webhook\/)/,
  // Progress of the caller in the welcome page.
  /^\/api\/welcome/,
  // Referrals and invitations of the caller; their own tests check the fields.
  /^\/api\/((reseller-)?invitations|referral)/,
  // Topics and channels of the caller's notices.
  /^\/api\/notices/,
  // The id of an act of the caller, and the caller's choices.
  /^\/api\/undo/,
  // Webhooks of the caller; webhooks.test.ts checks which addresses are rejected.
  /^\/api\/webhooks/,
  // Codes and passwords of the caller. Their own tests check the fields.
  /2fa|recovery-codes|change-password/,
];

const writing = (endpoint: Endpoint) =>
  endpoint.body !== undefined && !ofOtherThings.some((paths) => paths.test(endpoint.path));

/** Makes the call on a new object, and returns the stored state of the object after the call. */
async function write(endpoint: Endpoint, more: Record<string, unknown>) {
  const isAccount = /reg-users|account-grants|admins|block-|reseller-limits/.test(endpoint.path);
  const about = isAccount
    ? await person(ctx, { parent: seller, balance: 5000 })
    : await lineFor(endpoint);
  const actor = adminsAlone.has(endpoint.name) ? admin : seller;
  const before = await balances();
  const name = named.has(endpoint.name) ? { username: `conta-${about.id}-x` } : {};
  const code = endpoint.name === createLineFromCode.name ? { code: (await app(ctx)).code } : {};
  const sent = {
    params: { id: about.id },
    body: {
      ...more,
      ...plain[endpoint.name],
      ...name,
      ...code,
      ...imported[endpoint.name]?.(about.id),
    },
  };
  const { status, body } = await call(ctx, endpoint, sent, { token: actor.token });
  const after = await balances();
  const id = (body as { id?: number }).id ?? about.id;
  return {
    status,
    charged: after.seller - before.seller,
    others: [after.other - before.other, after.parent - before.parent],
    stored: isAccount ? await storedAccount(id) : await storedLine(id),
    untouched: isAccount
      ? undefined
      : await storedLine(about.id, /^create-.*line$|^migrate-.*-list$/.test(endpoint.name)),
  };
}

const lineFor = async ({ path, name }: Endpoint): Promise<{ id: number }> => {
  const body = { isOficial: !name.startsWith('promote-') };
  const service = [p2pLines, newP2pLines].find(
    ({ create }) =>
      path.startsWith(create.path) ||
      path.includes(`-line-${create.path.replace('/api/', '').replace('users-', '')}/`),
  );
  return service ? p2pLine(ctx, seller, service, body) : line(ctx, seller, body);
};

async function balances() {
  const { rows } = await ctx.owner.query<{ account_id: string; balance: string }>(
    `select account_id, balance from wallets where kind = 'balance'`,
  );
  const balanceOf = ({ id }: Person) =>
    Number(rows.find((row) => Number(row.account_id) === id)?.balance ?? 0);
  return { seller: balanceOf(seller), other: balanceOf(other), parent: balanceOf(parent) };
}

/** Returns the stored line without the columns that differ between any two lines. */
async function storedLine(id: number, sure = true) {
  if (!sure) return undefined;
  const { rows } = await ctx.owner.query(
    `select platform, owner_id, is_trial, is_on, status, expires_at, created_at, note, whatsapp, package_id, bouquet_ids,
      product_id, test_hours, trusted_at, rolled_back_from, blocked_for_abuse_at, abuse_reasons, deleted_at is null as kept,
      password <> 'senha-de-outro' and short_code <> 'aaaaaaaaaa' as own
     from lines where id = $1`,
    [id],
  );
  return rows[0];
}

async function storedAccount(id: number) {
  const { rows } = await ctx.owner.query(
    `select profile, parent_id, ancestors[: cardinality(ancestors) - 1] as above, id_franchise, whatsapp, email, sale_cents,
      is_master, blocked_at, blocked_by_admin_at, totp_secret, last_topup_at, deleted_at, password_hash like '$argon2id$%' as hashed,
      array(select name from account_grants where account_id = a.id) as grants,
      array(select format('%s %s %s %s', set_by, name, amount, platforms) from account_limits l
        where l.account_id = a.id order by name) as limits,
      array(select balance from wallets where account_id = a.id order by kind) as balances
     from accounts a where id = $1`,
    [id],
  );
  return rows[0];
}

describe('fields that only the server sets', () => {
  it('every writing call ignores fields that only the server sets', async () => {
    const calls = moduleRoutes(ctx)
      .map(({ endpoint }) => endpoint)
      .filter(writing);
    expect(calls.length).toBeGreaterThan(12);
    for (const endpoint of calls) {
      const settableNames = settable[endpoint.name] ?? [];
      const foreign = Object.fromEntries(
        Object.entries(theServers()).filter(([name]) => !settableNames.includes(name)),
      );
      const once = await write(endpoint, {});
      const again = await write(endpoint, foreign);
      expect([endpoint.name, once.status]).toEqual([endpoint.name, 200]);
      expect([endpoint.name, again]).toEqual([endpoint.name, once]);
    }
  });

  it('fields for admins answer 403 to other accounts', async () => {
    const create = moduleRoutes(ctx).find(
      ({ endpoint }) => endpoint.name === 'create-reseller',
    )!.endpoint;
    for (const more of [{ profile: 'franchise' }, { id_franchise: 3 }]) {
      const body = { username: 'nova-franquia', password: PASSWORD, credits: 0, ...more };
      expect((await call(ctx, create, { body }, { token: seller.token })).status).toBe(403);
    }
    const body = { username: 'nova-admin', password: PASSWORD, credits: 0, profile: 'admin' };
    expect((await call(ctx, create, { body }, { token: admin.token })).status).toBe(422);
  });
});
