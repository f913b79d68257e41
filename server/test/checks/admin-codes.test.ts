/**
 * Q-ADMINCODE: every call of admins that changes data requires a fresh code. Each exception is
 * listed here with a reason.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moduleRoutes } from '../../src/app.ts';
import type { Reason } from '../../src/credits/ledger.ts';
import { type TestContext, call, createTestContext } from '../context.ts';
import { person } from '../accounts.ts';
import { enrolAuthenticator } from '../second-factor.ts';
import { deleteBalancer } from '@ramal/contract/operations/balancers';
import { undoPanelImport } from '@ramal/contract/operations/panel-imports';
import { removeMailRelay } from '@ramal/contract/messaging';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

const reads = 'reads only; its filters are in the body';
const catalogue =
  'changes what viewers are offered; the sources keep their addresses and are checked';
const reversible =
  'an admin takes it back on the same screen, and it moves no traffic, message or data';
const support = 'concerns tickets, whose texts stay in the log';
const ownMachine = 'sends nothing to an address that this call chooses';
const ownPage = 'stores which steps of a page the caller has seen';
const look = 'changes a picture or a text of the panel';
const moving = 'brings in rows that the import can undo; the undo asks for a code';
const deletesAnEmptyOne = 'refused while something uses it';

const withoutCode: Readonly<Record<string, string>> = {
  'block-for-abuse': reversible,
  'dismiss-abuse': reversible,
  'set-abuse-settings': reversible,
  'delete-announcement': look,
  'save-announcement': look,
  'choose-background': look,
  'delete-background': look,
  'upload-background': look,
  'apply-import': catalogue,
  'create-source-list': catalogue,
  'delete-source-list': catalogue,
  'discard-import': catalogue,
  'edit-source-list': catalogue,
  'import-from-address': catalogue,
  'import-from-file': catalogue,
  'create-bouquet': catalogue,
  'create-package': catalogue,
  'delete-bouquet': catalogue,
  'delete-package': catalogue,
  'edit-bouquet': catalogue,
  'edit-category': catalogue,
  'edit-package': catalogue,
  'check-sources': catalogue,
  'edit-series': catalogue,
  'edit-stream': catalogue,
  'edit-channel-archive': catalogue,
  'prove-archives': catalogue,
  'edit-channel-sources': catalogue,
  'create-guide': catalogue,
  'delete-guide': catalogue,
  'edit-guide': catalogue,
  'read-guide': catalogue,
  'read-guide-file': catalogue,
  'save-title-details-key': 'the key is sent to one fixed address',
  'undo-bulk-function': reversible,
  'restore-line': reversible,
  'delete-exemption-host': reversible,
  'save-exemption-host': reversible,
  'save-telegram': look,
  'shorten-link': 'creates an address of its own and changes none',
  'find-telegram-bot': 'stores nothing; saving the bot asks for a code',
  'remove-suppression': reversible,
  'send-test-email': ownMachine,
  'send-test-telegram': ownMachine,
  'submit-whatsapp-templates': ownMachine,
  'download-backup': 'the file is encrypted to a key that changes only with a code',
  'prove-backup-key': ownMachine,
  'start-backup': ownMachine,
  'start-backup-drill': ownMachine,
  'delete-blocked-ip': 'frees one address, which is blocked again by its next tries',
  'list-blocked-attempts': reads,
  'add-dns-collector': reversible,
  'delete-dns-collector': reversible,
  'delete-rotate-dns': reversible,
  'save-rotate-dns': reversible,
  'compare-line-server': reads,
  'delete-line-server': deletesAnEmptyOne,
  'prove-line-server': ownMachine,
  'retry-line-pushes': ownMachine,
  'save-line-server-products': reversible,
  'settle-line-differences': 'acts between two machines that were added with a code',
  'apply-panel-import': moving,
  'discard-panel-import': moving,
  'validate-panel-import': moving,
  'pull-panel-import': moving,
  'upload-panel-dump': moving,
  'revoke-probe-place': 'ends access and gives none',
  'block-network': 'ends access and gives none; unblocking restores it',
  'block-reseller-as-admin':
    'of resellers it is reversible; of admins the use case asks for a code',
  'restore-reseller': reversible,
  'skip-welcome-step': ownPage,
  'leave-welcome': ownPage,
  'set-master': reversible,
  'find-user': reads,
  'search-tree': reads,
  'toggle-tests': reversible,
  'toggle-test-iptv': reversible,
  'toggle-iptv': reversible,
  'toggle-p2p': reversible,
  'toggle-n-p2p': reversible,
  'toggle-xcloud': reversible,
  'send-message-to-resellers': support,
  'answer-ticket-incident': support,
  'create-ticket-answer': support,
  'delete-ticket-answer': support,
  'edit-ticket-answer': support,
  'assign-ticket': support,
  'block-ticket': support,
  'export-tickets': reads,
  'remove-ticket-message': support,
};

it('the list contains exactly the admin calls that change something without a code', () => {
  const open = moduleRoutes(ctx)
    .map(({ endpoint }) => endpoint)
    .filter(({ method, writes }) => method !== 'GET' || writes)
    .filter(({ access, freshCode }) => {
      const profiles = access === 'public' ? [] : access.profiles;
      return !freshCode && profiles.length === 1 && profiles[0] === 'admin';
    })
    .map(({ name }) => name);
  expect(open.toSorted()).toEqual(Object.keys(withoutCode).toSorted());
});

it.each([
  ['a path', deleteBalancer, { params: { id: 1 } }],
  ['a path with an act', undoPanelImport, { params: { id: 1 } }],
  ['a query', removeMailRelay, { query: { franchise: 0 } }],
] as const)('a call with %s requires the code', async (_what, endpoint, input) => {
  const admin = await person(ctx, { profile: 'admin' });
  const { code } = await enrolAuthenticator(ctx, admin);
  const send = (more: object) => call(ctx, endpoint, more as never, { token: admin.token });
  const missing = await send(input);
  expect([missing.status, missing.body.code]).toEqual([422, 'code_2fa_missing']);
  const query = { ...('query' in input ? input.query : {}), code_2fa: await code() };
  // The server accepted the code: status 404 is about the missing object.
  expect((await send({ ...input, query })).status).toBe(404);
});

/** Calls that return credits, by the reason of the ledger entries that they write. */
const callsByReason: Readonly<Record<Reason, readonly string[]>> = {
  'line-created': [],
  'line-extended': [],
  'line-extension-undone': ['undo-act'],
  'line-imported': [],
  'line-promoted': [],
  // No call has this reason. A job returns the credits if the line server refuses a new line.
  'line-returned': [],
  'credits-given': [],
  'credits-withdrawn': ['move-credits', 'refund-recharge', 'play-sandbox', 'undo-panel-import'],
  'opening-credits': [],
  'reseller-deleted': ['delete-reseller', 'delete-tree', 'delete-network'],
  'reseller-restored': ['restore-reseller'],
  'portal-credited': [],
  'portal-returned': ['return-portal-credits'],
  'portal-renewal': [],
  'portal-renewal-undone': ['refund-recharge', 'play-sandbox'],
  'credits-bought': [],
  'bonus-granted': [],
  'bonus-returned': ['refund-recharge', 'play-sandbox'],
  'referral-rewarded': [],
  'referral-returned': ['refund-recharge', 'play-sandbox'],
  'hostname-bought': [],
  // No call has this reason. A job returns the credits if the registrar rejects an order.
  'hostname-returned': [],
};

/** Calls that can return credits or money, and the bodies that do so. */
const returning: Readonly<Record<string, readonly object[]>> = {
  'refund-recharge': [{ reason: 'Cliente desistiu' }],
  'play-sandbox': [{ act: 'refund' }, { act: 'charge-back' }],
  'undo-panel-import': [{}],
  'delete-reseller': [{}],
  'delete-tree': [{}],
  'delete-network': [{}],
};
/** Calls that return credits without a code, or whose names suggest it, each with a reason. */
const returningWithoutCode: Readonly<Record<string, string>> = {
  'move-credits':
    'a reseller takes back what it gave directly below; an admin sends a code beyond an amount',
  'restore-reseller': 'puts back what a deletion with a code has moved',
  'return-portal-credits': 'moves credits between two wallets of the caller',
  'give-days-again': 'takes credits from the caller and gives none back',
  'undo-act': 'takes back what the caller itself paid seconds ago',
  'save-undo-choices': 'stores a preference and moves nothing',
  'undo-bulk-function': 'changes days and no credits',
  'notify-storefront-return': 'a visitor asks for one message',
};
const RETURNING =
  /refund|charge-back|return|restore-reseller|undo|withdraw|sandbox$|give-days|move-credits|^delete-(?:reseller|tree|network)$/;

it('requires a code of every call that gives credits or money back', async () => {
  const endpoints = moduleRoutes(ctx).map(({ endpoint }) => endpoint);
  const matching = endpoints.filter(({ name, method }) => RETURNING.test(name) && method !== 'GET');
  expect(matching.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(returning), ...Object.keys(returningWithoutCode)].toSorted(),
  );
  for (const name of Object.values(callsByReason).flat())
    expect({ ...returning, ...returningWithoutCode }).toHaveProperty(name);
  const admin = await person(ctx, { profile: 'admin' });
  const seller = await person(ctx);
  for (const account of [admin, seller]) await enrolAuthenticator(ctx, account);
  for (const [name, bodies] of Object.entries(returning)) {
    const endpoint = endpoints.find((declared) => declared.name === name)!;
    const { access } = endpoint;
    const by = access !== 'public' && access.profiles.includes('admin') ? admin : seller;
    for (const body of bodies) {
      const input = { params: { id: 1 }, ...(endpoint.body ? { body } : {}) };
      const refused = await call(ctx, endpoint, input as never, { token: by.token });
      expect([name, body, refused.body.code]).toEqual([name, body, 'code_2fa_missing']);
    }
  }
});
