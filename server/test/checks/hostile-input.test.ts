/**
 * Hostile input never causes a status 500. Every response matches its schema and reveals no
 * internal data.
 */
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { withInsideNames } from '@ramal/contract/api/translated';
import { type ErrorBody, type ErrorCode, errorStatus, errors } from '@ramal/contract/api/errors';
import { type P2pCalls, newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { getProfile } from '@ramal/contract/sessions';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runs, seed, timeLimit } from '../property-runs.ts';
import { moduleRoutes } from '../../src/app.ts';
import { sumMovementMonths } from '../../src/credits/credits.ts';
import { writeHistory } from '../../src/numbers/numbers.fixtures.ts';
import { rollUpNumbers } from '../../src/numbers/numbers.ts';
import { type TestContext, call, createTestContext } from '../context.ts';
import { type Person, line, p2pLine, person, session } from '../accounts.ts';
import { exemptEverybody } from '../blocklist.ts';
import { notFields, unreadable } from '../hostile-values.ts';
import { attacksOn, arbitraryRequests } from '../requests.ts';

let ctx: TestContext;
/** Built once, because every build also creates the limiters and caches of all calls. */
let endpoints: ReadonlyMap<string, Endpoint>;
let callers: Person[];
let lines: number[];
/** Ids of lines on the P2P services, by the path of the call that creates them. */
let p2p: Record<string, number[]>;
let tasks: number[];
let victims: number[];
let deletedLines: number[];
const lineFiles = Array.from({ length: 40 }, (_, n) => 900 + n);
/** Ids of devices. They are inserted again after a test that may have unbound some. */
const devices = Array.from({ length: 40 }, (_, n) => 900 + n);
/** Ids of costs. They are inserted again after a test that may have deleted some. */
const costs = Array.from({ length: 40 }, (_, n) => 900 + n);
let deleted: number[];
beforeAll(async () => {
  ctx = await createTestContext();
  endpoints = new Map(moduleRoutes(ctx).map(({ endpoint }) => [endpoint.name, endpoint]));
  // The ids of lines and accounts begin at different high numbers, so that a generated number is
  // never the id of a caller.
  await ctx.owner.query(`select setval('lines_id_seq', 7000000)`);
  await ctx.owner.query(`select setval('accounts_id_seq', 8000000)`);
  const admin = await person(ctx, { profile: 'admin', grants: ['games', 'extras'] });
  const parent = await person(ctx, { parent: admin, balance: 1_000_000_000 });
  const seller = await person(ctx, {
    parent,
    balance: 1_000_000_000,
    grants: ['api.keys', 'extract.export', 'lines.new-p2p', 'lines.migrate-new-p2p'],
  });
  callers = [admin, parent, seller];
  await exemptEverybody(ctx);
  victims = [
    (await person(ctx, { parent: seller, balance: 10_000 })).id,
    (await person(ctx, { parent })).id,
  ];
  deleted = await deletedBelow(parent, admin);
  await sumMovementMonths(ctx);
  await ctx.owner.query(
    `insert into account_grants (account_id, name) select id, 'logs.export' from unnest($1::bigint[]) id`,
    [callers.map(({ id }) => id)],
  );
  // The log of every month that a call can request contains events.
  await ctx.owner.query(
    `insert into events (at, kind, account_id) select at, 'signed-in', id
     from unnest($1::bigint[]) id, generate_series('2022-01-15'::timestamptz, '2100-12-15', '1 month') at`,
    [callers.map(({ id }) => id)],
  );
  await fillCatalogue();
  tasks = await tasksOf(callers);
  lines = [];
  for (let n = 0; n < 8; n += 1) lines.push((await line(ctx, seller, { isOficial: n > 1 })).id);
  deletedLines = [];
  for (let n = 0; n < 4; n += 1) deletedLines.push((await line(ctx, seller)).id);
  p2p = {};
  for (const calls of [p2pLines, newP2pLines]) {
    const creations = Array.from({ length: 8 }, async (_, index) =>
      p2pLine(ctx, seller, calls, { isOficial: index > 1 }),
    );
    p2p[calls.create.path] = (await Promise.all(creations)).map(({ id }) => id);
  }
  // Gives both sellers a customer in the past. Their other lines are created in the future of the
  // test's clock.
  for (const owner of [parent, seller])
    await writeHistory(ctx, {
      owner,
      acts: [
        {
          at: '2026-09-01T12:00:00Z',
          kind: 'line-created',
          until: '2027-03-01T12:00:00Z',
          hundredths: 600,
        },
      ],
    });
  await rollUpNumbers(ctx);
});
/** True if a request may have changed data since the data was restored. */
let isChanged = true;
/** Notes that a request may have changed data. Refused requests and requests that read do not. */
function noteChange({ method, writes, download }: Endpoint, status: number): void {
  const isRefused = status >= 400 && status < 500;
  if (!isRefused && (method !== 'GET' || writes || download)) isChanged = true;
}
beforeEach(async () => {
  await ctx.owner.query('delete from rate_limits');
  if (isChanged) await restoreData();
  isChanged = false;
});

/** Restores the data that the requests of a test may have changed. */
async function restoreData(): Promise<void> {
  await ctx.owner.query('update flags set is_on = true where not is_on');
  // No worker runs in this test, and an account may have only a few open tasks.
  await ctx.owner.query(
    `update tasks set state = 'stopped' where state = 'waiting' and not id = any($1)`,
    [tasks],
  );
  // Only rows that a test changed are written, because every write of a line runs its triggers.
  await ctx.owner.query(
    `update lines set deleted_at = case when id = any($1) then $2::timestamptz end, blocked_for_abuse_at = null
     where (deleted_at is not null) <> (id = any($1)) or blocked_for_abuse_at is not null`,
    [deletedLines, ctx.clock.now()],
  );
  // A test may have migrated lines to another platform.
  const homes = {
    iptv: lines,
    p2p: p2p[p2pLines.create.path],
    'new-p2p': p2p[newP2pLines.create.path],
  };
  for (const [platform, ids] of Object.entries(homes))
    await ctx.owner.query('update lines set platform = $1 where id = any($2) and platform <> $1', [
      platform,
      ids,
    ]);
  await ctx.owner.query(
    `update accounts set deleted_at = null, deletion_id = null, blocked_at = null, blocked_by_admin_at = null,
       blocked_network_id = null, is_master = true where id = any($1)`,
    [[...victims, ...callers.map(({ id }) => id)]],
  );
  await ctx.owner.query('delete from devices');
  await ctx.owner.query(
    `insert into devices (id, app, mac, line_id, created_by, created_at, waits_since) overriding system value
     select n, '1', 'A0:B1:C2:00:00:' || n % 90 + 10, $1, $2, now(), now() from generate_series(900, 939) n`,
    [lines[0], callers[2]!.id],
  );
  await ctx.owner.query('delete from boxes');
  await ctx.owner.query('delete from box_requests');
  await ctx.owner.query(
    `insert into boxes (id, mac, line_id, created_by, created_at, waits_since, last_seen_at, other_seen_at) overriding system value
     select n, '00:1A:79:00:00:' || n % 90 + 10, $1, $2, now(), now(), $3, case when n % 2 = 0 then now() end from generate_series(900, 939) n`,
    [lines[0], callers[2]!.id, ctx.clock.now()],
  );
  await ctx.owner.query(
    `insert into box_requests (id, mac, line_id, first_asked_at, last_asked_at) overriding system value
     select n, '00:1A:79:00:01:' || n % 90 + 10, $1, now(), now() from generate_series(900, 939) n`,
    [lines[0]],
  );
  await ctx.owner.query('delete from costs');
  await ctx.owner.query(
    `insert into costs (id, account_id, name, kind, cents, since, is_monthly, first_month, is_correction)
       overriding system value
     select n, case when n % 2 = 0 then $1::bigint else $2 end, 'Servidor', 'server', 100, '2026-01-05', true,
       '2026-01-01', false
     from generate_series(900, 939) n`,
    [callers[1]!.id, callers[2]!.id],
  );
  // A test may have imported or discarded files, so both sellers get analysed files again.
  await ctx.owner.query('delete from line_files');
  await ctx.owner.query(
    `insert into line_files (id, account_id, name, created_at, plan) overriding system value
     select n, case when n % 2 = 0 then $1::bigint else $2 end, 'clientes.csv', now(),
       '{"platform":"iptv","has_header":false,"columns":{"username":0,"password":1},"package":1}'
     from generate_series(900, 939) n`,
    [callers[1]!.id, callers[2]!.id],
  );
  await ctx.owner.query(
    `insert into line_file_rows (file_id, number, cells, asked, reason)
     select n, 1, array['7700' || n, 'abcd'], '{}', '' from generate_series(900, 939) n`,
  );
  // A test may have removed second factors, or required one of an account.
  await ctx.owner.query('delete from second_factor_rules');
  await ctx.owner.query(`update accounts set totp_secret = '\\x01' where id = any($1)`, [victims]);
  callers = await Promise.all(callers.map(signedIn));
}
afterAll(() => ctx.close());

/**
 * Returns the account with a valid session. It signs in only if its session has ended, because
 * verifying a password takes long.
 */
async function signedIn(holder: Person): Promise<Person> {
  const { status } = await call(ctx, getProfile, {}, { token: holder.token });
  return status === 200 ? holder : { ...holder, ...(await session(ctx, holder.username)) };
}

/** General errors that any call may return in addition to its declared errors. */
const general = new Set<ErrorCode>([
  'token_missing',
  'token_expired',
  'token_ended',
  'token_forged',
  'token_without_account',
  'forbidden',
  'second_factor_required',
  'wrong_reg_password',
  'not_found',
  'invalid_fields',
  'body_unreadable',
  'body_too_large',
  'unknown_host',
]);
const INSIDE = /\n\s+at |\.ts:\d|node_modules|\bselect\b.*\bfrom\b|postgres|ECONN|ZodError/i;

function expectDecent(endpoint: Endpoint, response: LightMyRequestResponse): void {
  const { statusCode, body } = response;
  if (endpoint.download && statusCode === 200) return;
  const answer = JSON.parse(body) as Partial<ErrorBody>;
  const wrong =
    statusCode === 200
      ? endpoint.answer.safeParse(withInsideNames(endpoint.answer, answer)).error
      : badRefusal(endpoint, statusCode, answer);
  expect([wrong, INSIDE.exec(statusCode === 200 ? '' : body)]).toEqual([undefined, null]);
}

function badRefusal(
  endpoint: Endpoint,
  status: number,
  { code, message, error }: Partial<ErrorBody>,
): string | undefined {
  if (!code || !(code in errors)) return `no code: ${code}`;
  if (!message || message !== error) return `no text: ${message} and ${error}`;
  if (status !== errorStatus(code)) return `${code} is not ${status}`;
  return general.has(code) || endpoint.errors.includes(code)
    ? undefined
    : `${code} is not declared`;
}

const headers = fc.record(
  {
    'idempotency-key': fc.oneof(fc.uuid(), fc.constantFrom('1', 'chave', '0'.repeat(9000))),
    'user-agent': fc.constantFrom('', 'ÿþ', 'a'.repeat(9000), "'; --"),
    host: fc.constantFrom('painel.exemplo', '[::1', '"><script>', 'a'.repeat(500)),
    'content-type': fc.constantFrom(
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'x',
    ),
  },
  { requiredKeys: [] },
);
const tokens = (): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...callers.map(({ token }) => `Bearer ${token}`)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        undefined,
        'Bearer ',
        'Bearer a.b.c',
        `Bearer ${'a'.repeat(9000)}`,
        'Basic YTpi',
      ),
    },
  );

function objectsOf({ path }: Endpoint): number[] {
  const service = Object.keys(p2p).find(
    (beginning) =>
      path.startsWith(beginning) ||
      path.includes(`-line-${beginning.replace('/api/', '').replace('users-', '')}/`),
  );
  if (service) return p2p[service]!;
  if (/^\/api\/(catalogue|delete-exemption-dns)/.test(path)) return catalogue;
  if (path.startsWith('/api/tasks')) return tasks;
  if (path.startsWith('/api/line-files')) return lineFiles;
  if (path.startsWith('/api/restore-reseller')) return deleted;
  if (path.startsWith('/api/users-smart-app')) return devices;
  if (path.startsWith('/api/numbers/costs')) return costs;
  if (/^\/api\/box(es|-requests)\//.test(path)) return devices;
  if (path.startsWith('/api/restore-line')) return deletedLines;
  return /users-iptv|lines|renewal-links|recreate-line\/|-abuse\/|abuse-detail|recreate-blocked/.test(
    path,
  )
    ? lines
    : victims;
}

/** Ids that exist in every table of the catalogue. A call with any of these ids finds an object. */
const catalogue = Array.from({ length: 40 }, (_, n) => 900 + n);

/** Creates tasks for each caller, because only the owner can read a task. */
async function tasksOf(people: readonly Person[]): Promise<number[]> {
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into tasks (kind, account_id) select 'sample', id from unnest($1::bigint[]) id, generate_series(1, 3) returning id`,
    [people.map(({ id }) => id)],
  );
  return rows.map(({ id }) => Number(id));
}

/** Creates deleted accounts that can be restored. Each account was deleted separately. */
async function deletedBelow(parent: Person, admin: Person): Promise<number[]> {
  const gone = await Promise.all(Array.from({ length: 8 }, () => person(ctx, { parent })));
  const { rows } = await ctx.owner.query<{ id: string }>(
    `with made as (
       insert into deletions (at, actor_id, account_id, owner_id, reach, hundredths)
       select $4, $3, id, $2, 'reseller', 0 from unnest($1::bigint[]) id returning id, account_id, at
     )
     update accounts set deleted_at = made.at, deletion_id = made.id from made where accounts.id = made.account_id
     returning accounts.id`,
    [gone.map(({ id }) => id), parent.id, admin.id, ctx.clock.now()],
  );
  return rows.map(({ id }) => Number(id));
}

const fillCatalogue = () =>
  ctx.owner.query(`
    insert into source_lists (id, name, address)
      select n, 'Lista ' || n, 'http://p.example/lista.m3u' from generate_series(900, 939) n;
    insert into imports (id, list_id, state) select n, n, 'ready' from generate_series(900, 939) n;
    insert into categories (id, kind, name) select n, 'series', 'Categoria ' || n from generate_series(900, 939) n;
    insert into series (id, name, category_id) select n, 'Série ' || n, n from generate_series(900, 939) n;
    insert into streams (id, kind, name, category_id, source)
      select n, 'live', 'Canal ' || n, 1, 'test-channel' from generate_series(900, 939) n;
    insert into bouquets (id, name) select n, 'Bouquet ' || n from generate_series(900, 939) n;
    insert into packages (id, name) select n, 'Pacote ' || n from generate_series(900, 939) n;
    insert into exemption_hosts (id, host, limit_days)
      overriding system value select n, n || '.exemplo', 30 from generate_series(900, 939) n;
    insert into guides (id, name, address)
      select n, 'Guia ' || n, 'http://p.example/guia.xml' from generate_series(900, 939) n`);

/**
 * Calls that accept a file. The error about an invalid file also proves that the request reached
 * the handler.
 */
const takingFiles = new Set<string>([
  'import-from-file',
  'read-guide-file',
  'upload-line-file',
  'upload-panel-dump',
  'upload-ticket-picture',
  'upload-background',
  'upload-brand-picture',
]);

/** Returns the calls on lines of a P2P service, each with the number of its generated requests. */
const ofP2p = (calls: P2pCalls) =>
  [
    [calls.list.name, 150],
    [calls.count.name, 40],
    [calls.exportSheet.name, 80],
    [calls.create.name, 200],
    [calls.toggle.name, 60],
    [calls.extend.name, 80],
    [calls.promote.name, 80],
    [calls.remove.name, 40],
    [calls.edit.name, 150],
    [calls.editNote.name, 60],
    [calls.editProduct.name, 80],
    [calls.trust.name, 40],
    [calls.receipt.name, 40],
    [calls.endOfDay.name, 40],
    [calls.products.name, 20],
  ] as const;

/**
 * A static list, so that each call is a separate test. The first test checks that the list is
 * complete.
 */
const names = [
  ['sign-in', 100],
  ['sign-out', 20],
  ['get-profile', 20],
  ['get-my-ip', 20],
  ['get-captcha', 20],
  ['verify-2fa', 20],
  ['enable-2fa', 40],
  ['confirm-2fa', 120],
  ['renew-recovery-codes', 60],
  ['disable-2fa', 60],
  ['replace-2fa', 60],
  ['remove-2fa', 60],
  ['remove-2fa-of-many', 20],
  ['get-2fa-rule', 20],
  ['set-2fa-rule', 80],
  ['list-2fa', 120],
  ['change-password', 60],
  ['list-passkeys', 20],
  ['offer-passkey', 60],
  ['add-passkey', 120],
  ['remove-passkey', 60],
  ['list-api-keys', 20],
  ['create-api-key', 120],
  ['rotate-api-key', 60],
  ['revoke-api-key', 40],
  ['get-external-key', 40],
  ['make-external-key', 60],
  ['revoke-external-key', 40],
  ['list-webhooks', 20],
  ['create-webhook', 120],
  ['edit-webhook', 120],
  ['rotate-webhook-secret', 40],
  ['test-webhook', 40],
  ['delete-webhook', 40],
  ['list-webhook-messages', 60],
  ['get-webhook-message', 40],
  ['resend-webhook-message', 40],
  ['ask-confirmation', 20],
  ['confirm-with-passkey', 120],
  ['offer-passkey-sign-in', 40],
  ['sign-in-with-passkey', 120],
  ['list-sign-ins', 20],
  ['end-sign-in', 40],
  ['end-other-sign-ins', 20],
  ['get-brand', 60],
  ['get-logo', 20],
  ['get-background', 20],
  ['get-export', 40],
  ['get-task', 40],
  ['stop-task', 40],
  ['get-settings', 20],
  ['get-list-views', 60],
  ['save-list-view', 200],
  ['delete-list-view', 40],
  ['toggle-tests', 40],
  ['toggle-test-iptv', 20],
  ['toggle-xcloud', 20],
  ['toggle-iptv', 20],
  ['toggle-p2p', 20],
  ['toggle-n-p2p', 20],
  ['toggle-login', 20],
  ['list-resellers', 150],
  ['get-tree-level', 80],
  ['search-resellers', 80],
  ['find-user', 80],
  ['get-total-tree', 40],
  ['get-rastreio', 40],
  ['search-tree', 80],
  ['export-resellers', 80],
  ['view-duplicates', 80],
  ['create-reseller', 100],
  ['move-credits', 120],
  ['edit-reseller', 100],
  ['get-grants', 40],
  ['set-grants', 80],
  ['create-admin', 60],
  ['set-master', 60],
  ['block-reseller', 80],
  ['block-reseller-as-admin', 60],
  ['block-network', 60],
  ['preview-deletion', 60],
  ['delete-reseller', 40],
  ['delete-network', 40],
  ['delete-tree', 40],
  ['restore-reseller', 40],
  ['get-limits', 40],
  ['set-limits', 120],
  ['list-iptv-lines', 200],
  ['list-all-iptv-lines', 120],
  ['count-iptv-lines', 60],
  ['create-iptv-line', 300],
  ['switch-iptv-line', 80],
  ['extend-iptv-line', 120],
  ['promote-iptv-line', 120],
  ['delete-iptv-line', 60],
  ['edit-iptv-line', 300],
  ['trust-iptv-line', 60],
  ['get-iptv-links', 60],
  ['end-of-day-iptv-line', 60],
  ['undo-act', 40],
  ['save-undo-choices', 40],
  ['renew-line-password', 60],
  ['get-line', 40],
  ['list-line-viewings', 40],
  ['list-line-payments', 40],
  ['get-line-history', 80],
  ['find-lines-by-whatsapp', 80],
  ['find-lines', 80],
  ['get-trial-history', 80],
  ['set-line-whatsapp', 80],
  ['get-iptv-packages', 60],
  ['activate-prime', 60],
  ['activate-lazer', 40],
  ['list-devices', 80],
  ['list-device-lines', 60],
  ['bind-device', 80],
  ['reset-device', 80],
  ['unbind-device', 40],
  ['list-line-devices', 40],
  ['read-box-overview', 20],
  ['list-boxes', 80],
  ['list-line-boxes', 40],
  ['register-box', 80],
  ['edit-box', 60],
  ['replace-box', 60],
  ['move-box', 60],
  ['accept-box-device', 40],
  ['block-box', 40],
  ['release-box', 40],
  ['remove-box', 40],
  ['answer-box-request', 40],
  ['send-box-message', 80],
  ['order-box', 60],
  ['list-box-history', 40],
  ['ask-device', 120],
  ['export-iptv-lines', 80],
  ['restore-line', 40],
  ['count-trials', 20],
  ['clean-trials', 40],
  ...ofP2p(p2pLines),
  ...ofP2p(newP2pLines),
  ['migrate-iptv-to-p2p', 120],
  ['migrate-iptv-to-new-p2p', 120],
  ['migrate-p2p-to-iptv', 120],
  ['migrate-new-p2p-to-iptv', 120],
  ['ask-activation-code', 60],
  ['check-activation-code', 60],
  ['check-p2p-line', 60],
  ['create-new-p2p-line-from-code', 80],
  ['migrate-iptv-list', 120],
  ['migrate-p2p-list', 120],
  ['verify-iptv-migrate', 80],
  ['save-exemption-host', 60],
  ['list-exemption-hosts', 20],
  ['delete-exemption-host', 40],
  ['recreate-iptv-line', 40],
  ['recreate-p2p-line', 40],
  ['sync-p2p-line', 40],
  ['recreate-new-p2p-line', 40],
  ['sync-new-p2p-line', 40],
  ['upload-line-file', 40],
  ['get-line-file', 40],
  ['validate-line-file', 120],
  ['list-line-file-rows', 80],
  ['import-line-file', 40],
  ['discard-line-file', 40],
  ['list-source-lists', 20],
  ['create-source-list', 60],
  ['edit-source-list', 60],
  ['import-from-address', 40],
  ['import-from-file', 40],
  ['get-import', 40],
  ['list-import-entries', 80],
  ['apply-import', 40],
  ['discard-import', 40],
  ['delete-source-list', 40],
  ['list-streams', 150],
  ['edit-stream', 150],
  ['get-channel-archive', 40],
  ['edit-channel-archive', 120],
  ['prove-archives', 40],
  ['list-channel-sources', 120],
  ['get-channel-sources', 40],
  ['edit-channel-sources', 120],
  ['list-series', 80],
  ['edit-series', 80],
  ['list-categories', 20],
  ['edit-category', 80],
  ['list-bouquets', 20],
  ['create-bouquet', 60],
  ['edit-bouquet', 60],
  ['delete-bouquet', 40],
  ['list-packages', 20],
  ['create-package', 80],
  ['edit-package', 80],
  ['delete-package', 40],
  ['list-guides', 20],
  ['get-title-details', 20],
  ['save-title-details-key', 60],
  ['get-channels', 20],
  ['save-mail-relay', 100],
  ['remove-mail-relay', 20],
  ['send-test-email', 60],
  ['check-mail-records', 20],
  ['find-telegram-bot', 60],
  ['save-telegram-bot', 60],
  ['save-whatsapp-number', 60],
  ['remove-whatsapp-number', 20],
  ['submit-whatsapp-templates', 20],
  ['remove-telegram-bot', 20],
  ['get-telegram-state', 20],
  ['send-test-telegram', 20],
  ['get-own-push', 20],
  ['turn-on-push', 60],
  ['recognise-push', 40],
  ['turn-off-push', 20],
  ['get-own-telegram', 20],
  ['connect-telegram', 20],
  ['invite-customer-to-telegram', 60],
  ['disconnect-telegram', 20],
  ['list-suppressions', 80],
  ['remove-suppression', 40],
  ['count-notices', 10],
  ['list-notices', 10],
  ['read-notices', 40],
  ['get-notice-choices', 10],
  ['save-notice-choices', 80],
  ['confirm-notice-address', 60],
  ['list-notice-deliveries', 60],
  ['create-guide', 60],
  ['edit-guide', 60],
  ['read-guide', 40],
  ['read-guide-file', 40],
  ['delete-guide', 40],
  ['check-sources', 60],
  ['list-movements', 120],
  ['export-movements', 80],
  ['list-accesses', 80],
  ['get-extract', 120],
  ['export-extract', 80],
  ['get-dashboard', 20],
  ['dismiss-first-steps', 20],
  ['get-log', 120],
  ['export-log', 200],
  ['get-reports', 20],
  ['list-expiries', 80],
  ['get-numbers', 40],
  ['get-number-groups', 40],
  ['get-trial-groups', 20],
  ['get-cohorts', 20],
  ['list-number-rows', 120],
  ['export-number-rows', 40],
  ['list-costs', 20],
  ['create-cost', 60],
  ['edit-cost', 40],
  ['delete-cost', 20],
  ['get-number-settings', 20],
  ['save-number-settings', 40],
  ['get-storefront', 20],
  ['save-storefront', 120],
  ['check-storefront-slug', 40],
  ['get-storefront-today', 20],
  ['get-storefront-numbers', 40],
  ['list-storefront-requests', 120],
  ['list-storefront-sales', 120],
  ['list-storefront-visits', 120],
  ['list-origin-links', 20],
  ['create-origin-link', 60],
  ['delete-origin-link', 20],
  ['get-storefront-page', 40],
  ['request-storefront-test', 60],
  ['confirm-storefront-code', 40],
  ['resend-storefront-code', 40],
  ['get-storefront-test', 40],
  ['notify-storefront-return', 40],
  ['subscribe-storefront', 60],
  ['get-storefront-order', 40],
  ['reply-to-chatbot', 60],
  ['read-chatbot-reply', 60],
  ['list-chatbot-addresses', 20],
  ['get-sales-chats', 20],
  ['create-chatbot-address', 60],
  ['edit-chatbot-address', 40],
  ['revoke-chatbot-address', 20],
  ['get-sigma-user', 40],
  ['list-sigma-packages', 20],
  ['find-sigma-customer', 40],
  ['create-sigma-customer', 60],
  ['renew-sigma-customer', 60],
  ['set-sigma-customer-status', 40],
  ['get-due-lines', 40],
  ['get-bonus-users', 20],
  ['list-announcements', 60],
  ['get-moment-abuse', 80],
  ['list-refused-plays', 60],
  ['end-viewing', 60],
  ['get-abuse-detail', 60],
  ['block-for-abuse', 60],
  ['dismiss-abuse', 40],
  ['recreate-blocked', 60],
  ['get-abuse-settings', 20],
  ['set-abuse-settings', 40],
  ['list-batches', 40],
  ['get-batch', 30],
  ['list-batch-rows', 40],
  ['export-batch-rows', 30],
  ['continue-batch', 30],
  ['preview-bulk-lines', 60],
  ['start-bulk-lines', 60],
  ['count-message-recipients', 20],
  ['list-sent-messages', 40],
  ['pass-message-on', 40],
  ['list-unread-recipients', 40],
  ['list-customer-tickets', 20],
  ['open-customer-ticket', 40],
  ['read-customer-ticket', 30],
  ['write-customer-message', 40],
  ['list-backgrounds', 10],
  ['upload-background', 20],
  ['choose-background', 20],
  ['delete-background', 20],
  ['list-brands', 10],
  ['create-brand', 80],
  ['edit-brand', 40],
  ['edit-brand-look', 40],
  ['delete-brand', 20],
  ['upload-brand-picture', 20],
  ['get-rotate-dns', 20],
  ['save-rotate-dns', 60],
  ['delete-rotate-dns', 30],
  ['list-bulk-functions', 40],
  ['start-bulk-function-6', 20],
  ['start-bulk-function-7', 20],
  ['start-bulk-function-8', 20],
  ['start-bulk-function-9', 20],
  ['undo-bulk-function', 30],
  ['get-portal-credits', 20],
  ['credit-portal', 60],
  ['return-portal-credits', 60],
  ['list-recharges', 120],
  ['export-recharges', 60],
  ['get-revenue', 60],
  ['get-credit-value', 20],
  ['save-credit-value', 60],
  ['get-plan-prices', 20],
  ['save-plan-prices', 80],
  ['get-payment-keys', 20],
  ['save-payment-keys', 60],
  ['refund-recharge', 60],
  ['give-days-again', 60],
  ['create-test-payment', 20],
  ['get-sandbox-payment', 40],
  ['play-sandbox', 60],
  ['sign-in-to-portal', 40],
  ['get-portal', 40],
  ['get-top-up-prices', 20],
  ['save-top-up-prices', 80],
  ['get-top-up-bonus', 20],
  ['save-top-up-bonus', 80],
  ['get-top-up-offer', 20],
  ['buy-credits', 60],
  ['get-top-up', 40],
  ['list-coupons', 80],
  ['export-coupons', 20],
  ['get-coupon-options', 20],
  ['count-coupon-customers', 40],
  ['create-coupon', 80],
  ['pause-coupon', 40],
  ['end-coupon', 40],
  ['check-top-up-coupon', 40],
  ['read-portal-coupon', 40],
  ['get-referral-settings', 20],
  ['save-referral-settings', 60],
  ['export-referrals', 20],
  ['export-storefront-numbers', 20],
  ['list-referrals', 60],
  ['add-referral', 40],
  ['deliver-referral', 40],
  ['refuse-referral', 40],
  ['get-portal-referral', 40],
  ['list-invitations', 40],
  ['create-invitation', 80],
  ['revoke-invitation', 40],
  ['get-invitation', 40],
  ['accept-invitation', 60],
  ['charge-portal', 60],
  ['get-portal-charge', 40],
  ['get-payment-providers', 20],
  ['save-receiver', 60],
  ['save-asaas-keys', 60],
  ['save-woovi-key', 60],
  ['check-provider', 40],
  ['save-payment-uses', 60],
  ['list-payment-notices', 20],
  ['list-authorizations', 80],
  ['export-authorizations', 40],
  ['get-line-authorization', 40],
  ['end-authorization', 40],
  ['list-authorization-history', 40],
  ['create-authorization-link', 40],
  ['get-portal-recurring', 40],
  ['authorize-portal', 60],
  ['get-portal-authorization', 40],
  ['end-portal-authorization', 40],
  ['charge-portal-debit', 40],
  ['create-renewal-link', 40],
  ['revoke-renewal-links', 40],
  ['get-message-texts', 20],
  ['save-message-text', 60],
  ['set-link-host', 60],
  ['list-lines-to-charge', 40],
  ['charge-line', 60],
  ['read-line-message', 60],
  ['list-messages', 60],
  ['record-renewal-message', 60],
  ['get-reminders', 20],
  ['save-reminder-threshold', 80],
  ['remove-reminder-threshold', 60],
  ['save-reminder-hours', 80],
  ['save-reminder-channels', 200],
  ['list-reminder-samples', 60],
  ['get-brought-renewals', 20],
  ['list-reminders', 80],
  ['start-reminder-run', 20],
  ['get-reminder-text', 40],
  ['send-reminder-by-hand', 40],
  ['get-line-reminders', 60],
  ['save-line-reminders', 80],
  ['get-win-back', 20],
  ['save-win-back-group', 120],
  ['list-win-back-samples', 60],
  ['get-win-back-results', 20],
  ['list-win-back-rows', 80],
  ['set-line-price', 60],
  ['mark-line-paid', 60],
  ['open-live', 20],
  ['list-tickets', 80],
  ['list-portal-tickets', 80],
  ['create-ticket', 80],
  ['get-ticket', 40],
  ['read-ticket-facts', 40],
  ['send-ticket-message', 60],
  ['mark-ticket-read', 40],
  ['finish-ticket', 40],
  ['reopen-ticket', 40],
  ['postpone-ticket', 40],
  ['read-ticket-context', 40],
  ['block-ticket', 40],
  ['remove-ticket-message', 40],
  ['assign-ticket', 40],
  ['export-tickets', 60],
  ['count-tickets', 20],
  ['list-reseller-users', 40],
  ['list-ticket-admins', 20],
  ['list-channel-options', 40],
  ['get-available-movies', 40],
  ['export-epg', 10],
  ['verify-epg', 10],
  ['upload-ticket-picture', 20],
  ['get-ticket-picture', 20],
  ['list-ticket-answers', 20],
  ['create-ticket-answer', 40],
  ['edit-ticket-answer', 40],
  ['delete-ticket-answer', 20],
  ['list-ticket-incidents', 20],
  ['answer-ticket-incident', 40],
  ['read-ticket-report', 20],
  ['list-dns', 20],
  ['list-dns-collector', 40],
  ['add-dns-collector', 60],
  ['delete-dns-collector', 20],
  ['list-dns-activators', 20],
  ['edit-dns-activator', 40],
  ['verify-dns', 60],
  ['create-dns', 60],
  ['list-dns-removed', 20],
  ['list-dns-shared', 20],
  ['list-logs-dns', 20],
  ['share-dns', 20],
  ['remove-shared-dns', 20],
  ['rotate-dns', 20],
  ['enable-autorenew-dns', 20],
  ['disable-autorenew-dns', 20],
  ['remove-active-dns', 20],
  ['configure-dns', 20],
  ['renew-dns', 20],
  ['list-dns-purchases', 20],
  ['get-dns-health', 20],
  ['list-probe-places', 20],
  ['create-probe-place', 40],
  ['revoke-probe-place', 20],
  ['send-probe-report', 60],
  ['get-registrar', 20],
  ['save-registrar', 40],
  ['get-dns-provider', 20],
  ['save-dns-provider', 60],
  ['take-over-dns-record', 20],

  ['list-balancers', 60],
  ['create-balancer', 60],
  ['edit-balancer', 40],
  ['delete-balancer', 20],
  ['restore-balancer', 20],
  ['list-dns-balancers', 60],
  ['create-dns-balancer', 40],
  ['edit-dns-balancer', 40],
  ['delete-dns-balancer', 20],
  ['get-cnames', 20],
  ['change-ip-cname', 60],
  ['create-cname', 60],
  ['get-cname-automation', 20],
  ['set-cname-automation', 20],
  ['delete-cname', 20],
  ['list-blocked-ips', 60],
  ['list-blocked-attempts', 60],
  ['delete-blocked-ip', 40],
  ['list-exempt-networks', 40],
  ['create-exempt-network', 60],
  ['delete-exempt-network', 20],
  ['get-app-links', 60],
  ['save-app-links', 60],
  ['get-links-info', 20],
  ['get-telegram', 20],
  ['save-telegram', 40],
  ['get-portal-links', 20],
  ['save-portal-links', 60],
  ['save-portal-links-as-dns', 60],
  ['shorten-link', 40],
  ['send-message-to-resellers', 60],
  ['list-written-announcements', 60],
  ['get-announcement', 20],
  ['save-announcement', 60],
  ['delete-announcement', 20],
  ['list-temporary-channels', 20],
  ['add-temporary-channel', 60],
  ['change-temporary-channel', 40],
  ['remove-temporary-channel', 40],
  ['remove-temporary-channels', 20],
  ['refresh-temporary-channels', 20],
  ['list-temporary-categories', 20],
  ['create-temporary-category', 60],
  ['rename-temporary-category', 40],
  ['view-welcome', 10],
  ['get-welcome-state', 10],
  ['skip-welcome-step', 20],
  ['leave-welcome', 20],
  ['list-nodes', 10],
  ['read-node-log', 20],
  ['view-version', 10],
  ['view-rollback', 10],
  ['list-upgrades', 10],
  ['read-changelog', 10],
  ['get-product-status', 10],
  ['view-backups', 20],
  ['download-backup', 40],
  ['start-backup', 10],
  ['start-backup-drill', 10],
  ['save-backup-key', 40],
  ['prove-backup-key', 40],
  ['save-backup-s3', 40],
  ['save-backup-sftp', 40],
  ['remove-backup-remote', 20],
  ['release-quarantine', 20],
  ['list-outside', 10],
  ['settle-outside', 40],
  ['act-outside', 40],
  ['list-line-servers', 20],
  ['create-line-server', 60],
  ['edit-line-server', 60],
  ['delete-line-server', 20],
  ['prove-line-server', 20],
  ['get-line-server-products', 20],
  ['save-line-server-products', 60],
  ['compare-line-server', 20],
  ['list-line-differences', 60],
  ['settle-line-differences', 60],
  ['list-line-pushes', 40],
  ['retry-line-pushes', 20],
  ['list-panel-imports', 10],
  ['upload-panel-dump', 40],
  ['pull-panel-import', 40],
  ['get-panel-import', 20],
  ['validate-panel-import', 60],
  ['list-panel-import-rows', 60],
  ['apply-panel-import', 20],
  ['undo-panel-import', 20],
  ['discard-panel-import', 20],
] as const;

it('the list contains every call', () => {
  expect(names.map(([name]) => name).toSorted()).toEqual([...endpoints.keys()].toSorted());
});

/**
 * Calls that find no object in this test, because nobody can guess its name or because none exists.
 * Status 404 also proves that the request reached the handler.
 */
const unguessable = new Set<string>([
  'activate-prime',
  'activate-lazer',
  'bind-device',
  'register-box',
  'move-box',
  'get-export',
  'get-moment-abuse',
  'list-refused-plays',
  'end-viewing',
  'read-node-log',
  'remove-passkey',
  // No account in this test has an API key.
  'rotate-api-key',
  'revoke-api-key',
  'revoke-external-key',
  // No account in this test has a webhook.
  'rotate-webhook-secret',
  'test-webhook',
  'delete-webhook',
  'list-webhook-messages',
  'get-webhook-message',
  'resend-webhook-message',
  'delete-list-view',
  // No chatbot address exists.
  'reply-to-chatbot',
  'read-chatbot-reply',
  'edit-chatbot-address',
  'revoke-chatbot-address',
  'end-sign-in',
  // The id of an act is found only in the answer to the act.
  'undo-act',
  'export-movements',
  'export-extract',
  'export-resellers',
  'search-tree',
  'get-batch',
  'list-batch-rows',
  'export-batch-rows',
  'continue-batch',
  'undo-bulk-function',
  // No reminder was planned.
  'get-reminder-text',
  'send-reminder-by-hand',
  // No ticket, canned answer or blocked address exists.
  'get-ticket',
  'mark-ticket-read',
  'finish-ticket',
  'reopen-ticket',
  'postpone-ticket',
  'read-ticket-context',
  'block-ticket',
  'remove-ticket-message',
  'assign-ticket',
  'send-ticket-message',
  'get-ticket-picture',
  'edit-ticket-answer',
  'delete-ticket-answer',
  'answer-ticket-incident',
  'list-blocked-attempts',
  'delete-blocked-ip',
  'delete-exempt-network',
  'delete-dns-collector',
  'delete-rotate-dns',
  'list-unread-recipients',
  'pass-message-on',
  'choose-background',
  'delete-background',
  'edit-brand',
  'edit-brand-look',
  'delete-brand',
  'delete-balancer',
  'delete-dns-balancer',
  'restore-balancer',
  'delete-cname',
  // No relay and no bot is configured, and no address is suppressed.
  'remove-mail-relay',
  'check-mail-records',
  'remove-telegram-bot',
  'remove-whatsapp-number',
  'submit-whatsapp-templates',
  'get-telegram-state',
  'connect-telegram',
  'invite-customer-to-telegram',
  'remove-suppression',
  'turn-off-push',
  // No line server exists.
  'edit-line-server',
  'delete-line-server',
  'prove-line-server',
  'get-line-server-products',
  'save-line-server-products',
  'compare-line-server',
  'list-line-differences',
  'settle-line-differences',
  'list-line-pushes',
  'retry-line-pushes',
  // No dump of another panel was uploaded, and no server can be read.
  'pull-panel-import',
  'get-panel-import',
  'validate-panel-import',
  'list-panel-import-rows',
  'apply-panel-import',
  'undo-panel-import',
  'discard-panel-import',
  'get-dns-health',
  'revoke-probe-place',
  // No announcement exists.
  'get-announcement',
  'delete-announcement',
  // No game is on.
  'change-temporary-channel',
  'remove-temporary-channel',
  'rename-temporary-category',
  // No backup exists. Random values rarely match the names of the two backup stores.
  'download-backup',
  'save-backup-s3',
  'save-backup-sftp',
  'remove-backup-remote',
  // No storefront exists.
  'get-storefront-page',
  'resend-storefront-code',
  'delete-origin-link',
  // No referral exists.
  'deliver-referral',
  'refuse-referral',
  // Random values rarely name an invitation.
  'revoke-invitation',
  'get-invitation',
  'accept-invitation',
  // No charge exists.
  'get-top-up',
  'get-sandbox-payment',
  'play-sandbox',
]);

/**
 * Calls whose success is impossible or unlikely, for example because they need the signature of a
 * device. The status of their error also proves that the request reached the handler.
 */
const withoutDevice = new Map([
  // A random text is neither the code nor the key of a customer.
  ['add-referral', 422],
  ['get-portal-referral', 403],
  // The number of payments must be one of three.
  ['save-referral-settings', 422],
  // The type must be one of five numbers, which random values rarely match.
  ['export-log', 422],
  ['list-written-announcements', 422],
  // Random filters match no row, and an empty list cannot be exported.
  ['export-iptv-lines', 422],
  ['start-bulk-lines', 422],
  // No test line is blocked, and no line expired so long ago.
  ['start-bulk-function-7', 422],
  ['start-bulk-function-8', 422],
  [p2pLines.exportSheet.name, 422],
  [newP2pLines.exportSheet.name, 422],
  // A random value rarely matches one of the few packages and platforms of the caller.
  ['validate-line-file', 422],
  // A ticket with a matching category, user and channel, or a valid network, is unlikely at random.
  ['create-ticket', 422],
  // A valid URL, or a reseller with texts, is unlikely at random.
  ['send-message-to-resellers', 422],
  ['count-message-recipients', 404],
  // A valid IP address or URL is unlikely at random.
  ['list-blocked-attempts', 422],
  ['delete-blocked-ip', 422],
  ['save-portal-links', 422],
  ['save-portal-links-as-dns', 422],
  ['shorten-link', 422],
  // The type is one of four numbers, and the end must be after the date.
  ['save-announcement', 422],
  ['create-exempt-network', 422],
  // These calls require a second factor, which no account here has.
  ['create-dns', 403],
  ['share-dns', 403],
  ['remove-shared-dns', 403],
  ['rotate-dns', 403],
  ['enable-autorenew-dns', 403],
  ['disable-autorenew-dns', 403],
  ['remove-active-dns', 403],
  ['configure-dns', 403],
  ['renew-dns', 403],
  ['save-registrar', 403],
  ['save-dns-provider', 403],
  // A signature or a digest of 64 digits is unlikely at random.
  ['send-probe-report', 401],
  // No DNS record exists.
  ['take-over-dns-record', 409],
  // A valid hostname is unlikely at random.
  ['add-dns-collector', 422],
  ['save-rotate-dns', 422],
  ['edit-dns-activator', 422],
  // A valid address of a line server or balancer is unlikely at random.
  ['create-line-server', 422],
  ['create-balancer', 422],
  ['edit-balancer', 422],
  ['create-dns-balancer', 422],
  ['edit-dns-balancer', 422],
  ['change-ip-cname', 422],
  ['create-cname', 422],
  ['export-tickets', 422],
  ['add-passkey', 422],
  ['confirm-with-passkey', 422],
  ['sign-in-with-passkey', 422],
  ['ask-confirmation', 409],
  // E-mail addresses and bot tokens are unlikely at random, and no account has connected a bot.
  ['save-mail-relay', 422],
  ['save-notice-choices', 422],
  ['confirm-notice-address', 422],
  ['send-test-email', 422],
  ['find-telegram-bot', 422],
  ['save-telegram-bot', 422],
  ['save-whatsapp-number', 422],
  ['send-test-telegram', 422],
  // The key of a browser is unlikely at random.
  ['turn-on-push', 422],
  // No key is configured, and random values rarely form one. No backup was restored either.
  ['save-backup-key', 422],
  ['prove-backup-key', 409],
  ['start-backup', 409],
  ['start-backup-drill', 409],
  ['view-rollback', 409],
  ['release-quarantine', 409],
  ['list-outside', 409],
  ['settle-outside', 409],
  ['act-outside', 409],
  // No line is blocked.
  ['recreate-blocked', 409],
  ['confirm-2fa', 409],
  ['renew-recovery-codes', 409],
  ['disable-2fa', 409],
  ['change-password', 422],
  // These calls require the password of the account.
  ['enable-2fa', 422],
  ['offer-passkey', 422],
  // A valid name with its password, or a code of an app, is unlikely at random. Every write of
  // recharges requires a second factor, which no account here has.
  ['credit-portal', 403],
  ['return-portal-credits', 403],
  ['save-credit-value', 403],
  ['save-plan-prices', 403],
  ['save-top-up-prices', 403],
  ['save-top-up-bonus', 403],
  // No account in this test sells credits.
  ['buy-credits', 422],
  ['check-top-up-coupon', 422],
  // A code and days in the right order are unlikely at random, and no coupon exists.
  ['create-coupon', 422],
  ['export-coupons', 422],
  ['export-referrals', 422],
  ['export-storefront-numbers', 422],
  ['pause-coupon', 404],
  ['end-coupon', 404],
  ['save-payment-keys', 403],
  ['refund-recharge', 403],
  ['give-days-again', 403],
  ['create-test-payment', 403],
  // A colour and a host are unlikely at random.
  ['create-brand', 422],
  // A public web address is unlikely at random.
  ['create-webhook', 422],
  ['edit-webhook', 422],
  // A list of sources of the same channel is unlikely at random.
  ['edit-channel-sources', 422],
  // The end must be a minute in the future.
  ['add-temporary-channel', 422],
  ['export-recharges', 422],
  // A slug with hours and texts, and the number and the device of a visitor are unlikely at random.
  ['save-storefront', 422],
  ['check-storefront-slug', 422],
  ['create-origin-link', 409],
  ['request-storefront-test', 422],
  ['confirm-storefront-code', 422],
  ['notify-storefront-return', 422],
  ['subscribe-storefront', 422],
  ['get-storefront-test', 403],
  ['get-storefront-order', 403],
  // Names with passwords and signed keys are unlikely at random, and no seller has set a price.
  ['sign-in-to-portal', 422],
  ['get-portal', 403],
  ['list-customer-tickets', 403],
  ['open-customer-ticket', 403],
  ['read-customer-ticket', 403],
  ['write-customer-message', 403],
  ['charge-portal', 403],
  ['read-portal-coupon', 403],
  ['get-portal-charge', 403],
  // No authorization exists, the seller has no second factor, and a valid CPF is unlikely at random.
  ['export-authorizations', 422],
  ['end-authorization', 404],
  ['list-authorization-history', 404],
  ['create-authorization-link', 404],
  ['save-receiver', 403],
  ['save-asaas-keys', 403],
  ['save-woovi-key', 403],
  ['check-provider', 403],
  ['save-payment-uses', 403],
  ['get-portal-recurring', 403],
  ['authorize-portal', 422],
  ['get-portal-authorization', 403],
  ['end-portal-authorization', 403],
  ['charge-portal-debit', 403],
  ['create-renewal-link', 422],
  ['check-p2p-line', 401],
  ['create-new-p2p-line-from-code', 422],
  // Nobody can guess the id of a package, and tools expect 400 for an unknown customer.
  ['create-sigma-customer', 422],
  ['renew-sigma-customer', 422],
  ['find-sigma-customer', 400],
  ['set-sigma-customer-status', 400],
]);

/**
 * Maximum number of rounds. Further rounds run only while no request has reached the handler, for
 * example if a call accepts only one number.
 */
const ROUNDS = 60;

/** `open-live` is excluded because its stream does not end; the tests of live updates cover it. */
const ending = names.filter(([name]) => name !== 'open-live');

// `npm test` generates a fifth of this number of requests, and `npm run test:long` four times this
// number.
it.each(ending)(
  '%s survives %i generated requests',
  async (name, usual) => {
    const endpoint = endpoints.get(name)!;
    const through =
      withoutDevice.get(name) ?? (unguessable.has(name) ? 404 : takingFiles.has(name) ? 400 : 200);
    const statuses = new Set<number>();
    const requests = arbitraryRequests(endpoint, objectsOf(endpoint));
    for (let round = 0; round < ROUNDS && !statuses.has(through); round += 1) {
      await fc.assert(
        fc.asyncProperty(requests, tokens(), headers, async (request, token, more) => {
          const response = await ctx.server.inject({
            method: endpoint.method,
            url: `${request.path}${request.query ? `?${request.query}` : ''}`,
            headers: {
              'content-type': 'application/json',
              ...more,
              ...(token === undefined ? {} : { authorization: token }),
            },
            remoteAddress: '203.0.113.9',
            ...(request.body === undefined ? {} : { payload: request.body }),
          });
          statuses.add(response.statusCode);
          noteChange(endpoint, response.statusCode);
          expectDecent(endpoint, response);
        }),
        { numRuns: runs(Math.ceil(usual / 5)), seed: seed + round },
      );
      if (name === 'sign-in') break;
    }
    // At least one generated request must reach the handler. Otherwise the test proves nothing.
    expect(statuses.has(through) || name === 'sign-in').toBe(true);
  },
  timeLimit(20_000),
);

it.each(ending)('%s survives attacks on each field', async (name) => {
  const endpoint = endpoints.get(name)!;
  const [admin, , seller] = callers as [Person, Person, Person];
  const adminsAlone = endpoint.access !== 'public' && endpoint.access.profiles.join() === 'admin';
  for (const request of attacksOn(endpoint, objectsOf(endpoint)[0]!)) {
    const response = await ctx.server.inject({
      method: endpoint.method,
      url: request.query ? `${request.path}?${request.query}` : request.path,
      headers: {
        authorization: `Bearer ${(adminsAlone ? admin : seller).token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(request.body === undefined ? {} : { payload: request.body }),
    });
    noteChange(endpoint, response.statusCode);
    // Status 503 is not a failure, because calls declare it for a provider that does not answer.
    const isError = response.statusCode >= 500 && response.statusCode !== 503;
    expect([request, isError]).toEqual([request, false]);
    expectDecent(endpoint, response);
  }
});

describe('a body that is no body', () => {
  const send = (payload: string | Buffer, contentType: string) =>
    ctx.server.inject({
      method: 'POST',
      url: '/api/users-iptv',
      headers: { authorization: `Bearer ${callers[2]!.token}`, 'content-type': contentType },
      payload,
    });
  const count = async () => (await ctx.owner.query('select count(*)::int from lines')).rows[0];
  const create = () => endpoints.get('create-iptv-line')!;

  // This call does not accept files, and a multipart body is always a file (Q-UPLOADFORM).
  it('rejects a multipart body that is no file', async () => {
    for (const payload of [...unreadable, ...notFields]) {
      const response = await send(payload, 'multipart/form-data; boundary=----x');
      expect([payload, response.statusCode]).toEqual([payload, 400]);
      expectDecent(create(), response);
    }
  });

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png'])(
    'rejects an invalid body of type %s',
    async (contentType) => {
      const before = await count();
      for (const payload of unreadable) {
        const response = await send(payload, contentType);
        expect([payload, response.statusCode]).toEqual([payload, 400]);
        expectDecent(create(), response);
      }
      for (const payload of [...notFields, '']) {
        const response = await send(payload, contentType);
        expect([payload, response.statusCode]).toEqual([payload, 422]);
        expectDecent(create(), response);
      }
      expect(await count()).toEqual(before);
    },
  );

  it('rejects bytes that are no text', async () => {
    const response = await send(Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d]), 'application/json');
    expect(response.statusCode).toBe(400);
  });

  it.each([257, 1024, 4096])('rejects a body of %i KiB as too large', async (kibibytes) => {
    const response = await send(
      JSON.stringify({ nota: 'a'.repeat(kibibytes * 1024) }),
      'application/json',
    );
    expect([response.statusCode, response.json().code]).toEqual([413, 'body_too_large']);
    expectDecent(create(), response);
  });
});

describe('an unknown path', () => {
  it.each([
    '/api/',
    '/api/nada',
    '/api/users-iptv/1/2/3',
    '/api/__proto__',
    '/api/%2e%2e%2fetc/passwd',
    '/api/%',
  ])('%s answers 404 in JSON', async (url) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      const response = await ctx.server.inject({ method, url });
      const kind = response.headers['content-type'];
      expect([method, response.statusCode, kind]).toEqual([
        method,
        404,
        expect.stringContaining('application/json'),
      ]);
      expect(response.json()).toMatchObject({
        code: 'not_found',
        message: 'Não encontrado.',
        error: 'Não encontrado.',
      });
    }
  });

  it('a method that the path does not have is answered with not found', async () => {
    expect((await ctx.server.inject({ method: 'DELETE', url: '/api/users-iptv' })).statusCode).toBe(
      404,
    );
    expect((await ctx.server.inject({ method: 'GET', url: '/api/login' })).statusCode).toBe(404);
  });
});
