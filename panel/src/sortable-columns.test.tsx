/**
 * Tests that every column of these lists can be sorted, and that the call accepts the name of the
 * sort (Q-PAGING).
 */
import { batchSorts } from '@ramal/contract/batches';
import { importEntrySorts } from '@ramal/contract/catalogue/catalogue-lists';
import { deviceSorts } from '@ramal/contract/devices';
import { logSorts } from '@ramal/contract/logs';
import { balancerSorts } from '@ramal/contract/operations/balancers';
import { differenceSorts, pushSorts } from '@ramal/contract/operations/line-servers';
import { rechargeSorts } from '@ramal/contract/payments/recharges';
import { expirySorts } from '@ramal/contract/reports';
import { extractSorts, movementSorts } from '@ramal/contract/resellers/credits';
import { ticketSorts } from '@ramal/contract/tickets/tickets';
import { webhookMessageSorts } from '@ramal/contract/webhooks';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { balancerColumns, trafficColumns } from './balancers/balancer-columns.tsx';
import { batchColumns } from './batches/batch-columns.tsx';
import { entryColumns } from './catalogue/imports/entry-columns.tsx';
import { movementColumns } from './credits/movement-columns.tsx';
import { extractColumns } from './credits/extract-columns.tsx';
import { deviceColumns } from './devices/device-columns.tsx';
import { differenceColumns } from './line-servers/difference-columns.tsx';
import { pushColumns } from './line-servers/Pushes.tsx';
import { logColumns } from './logs/log-columns.tsx';
import { rechargeColumns } from './payments/recharges/recharge-columns.tsx';
import { mailboxSorts } from './tickets/ticket-params.ts';
import { expiryColumns } from './reports/Expiries.tsx';
import { type Column, sortKey } from './ui/table/columns.ts';
import { messageColumns } from './webhooks/message-columns.tsx';

const NOW = new Date('2026-11-21T15:00:00Z');

const sorts = (columns: readonly Column<never>[]) =>
  columns.filter(({ key }) => key !== 'hours').map((column) => sortKey(column));

it.each([
  ['log', logColumns({ withIds: true, withTypes: true }), logSorts],
  ['devices', deviceColumns(NOW, true), deviceSorts],
  ['batches', batchColumns(() => undefined), batchSorts],
  ['movements', movementColumns({ hasBalance: true, ofTree: true }), movementSorts],
  ['statement', extractColumns, extractSorts],
  ['recharges', rechargeColumns(false), rechargeSorts],
  ['changed entries', entryColumns('changed'), importEntrySorts],
  ['webhook messages', messageColumns, webhookMessageSorts],
  ['balancers', [...balancerColumns(NOW), ...trafficColumns], balancerSorts],
  ['differences of a server', differenceColumns, differenceSorts],
  ['pushes of a server', pushColumns, pushSorts],
  ['expiries of a month', expiryColumns, expirySorts],
  ['tickets', mailboxSorts.map((key) => ({ key, header: key, cell: () => null })), ticketSorts],
  ['refused entries', entryColumns('refused'), importEntrySorts],
] as const)('sends only sorts that the server accepts: %s', (_, columns, sortKeys) => {
  for (const sort of sorts(columns as readonly Column<never>[])) expect(sortKeys).toContain(sort);
});

const GROUPED = 'A table above the rows groups the tests by it.';
const FIGURE = 'The figures of the sales page split the rows by it.';
const HISTORY = 'A strip of 24 states has no single value.';

/** Columns that cannot be sorted, each with its reason. */
const unsorted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'balancers/Cnames.tsx': { hours: HISTORY },
  'balancers/balancer-columns.tsx': { hours: HISTORY },
  'catalogue/channel-sources/source-columns.tsx': {
    host: 'Each source of a channel has its own host.',
    sources: 'The column of the state orders the channels by their sources.',
  },
  'coupons/coupon-columns.tsx': {
    discount: 'Percent, reais, days and credits have no common order.',
    plans: 'A coupon holds a set of plans.',
    audience: 'A coupon holds a set of customers.',
    status: 'A filter selects a status.',
  },
  'referrals/referral-columns.tsx': {
    friend: 'The search finds a friend by name.',
    referrer: 'The search finds a customer by name.',
    state: 'A filter selects a state.',
  },
  'referrals/invitations/invitation-columns.tsx': {
    note: 'Notes of the inviter, of which there are few.',
    conditions: 'Credits, prices and limits have no common order.',
  },
  'nodes/node-columns.tsx': { hours: HISTORY },
  'numbers/rows/row-columns.tsx': {
    now: 'The chips above the rows split them by the reason of the loss.',
    converted: 'The chips above the rows split the tests by it.',
    hours: GROUPED,
    device: GROUPED,
    giver: GROUPED,
    method: 'The costs group the receipts by their method.',
    cost_kind: 'The costs group the rows by their kind.',
  },
  'payments/recurring/authorization-columns.tsx': {
    status: 'The list begins with the refused authorizations, and a filter selects a status.',
  },
  'storefront/rows/RequestRows.tsx': { reason: FIGURE, channel: FIGURE, device: FIGURE },
  'storefront/rows/SaleRows.tsx': {
    phone: 'The search finds a number.',
    state: FIGURE,
    after: FIGURE,
  },
  'storefront/rows/VisitRows.tsx': { origin: FIGURE, phone: FIGURE },
  'resellers/list/reseller-columns.tsx': {
    below: 'A button of the phone that opens the direct resellers.',
  },
};

/**
 * Returns the text lines of the object that begins in text line `start`, without those of objects
 * inside it.
 */
function ownLines(lines: readonly string[], start: number): readonly string[] {
  const indent = /^ */.exec(lines[start]!)![0];
  const end = lines.findIndex((line, index) => index > start && line.startsWith(`${indent}}`));
  return lines.slice(start + 1, end).filter((line) => /^ {2}\S/.test(line.slice(indent.length)));
}

/**
 * Returns the keys of the columns in a source file that have neither a sort nor a reason why they
 * have none.
 */
const unsortedIn = (source: string): string[] => {
  const lines = source.split('\n');
  return lines.flatMap((line, start) => {
    if (!line.endsWith('{')) return [];
    const columnText = ownLines(lines, start).join('\n');
    const key = /^ *key: '(\w+)'/m.exec(columnText)?.[1];
    const isShown = key !== undefined && /^ *header:/m.test(columnText);
    return isShown && /^ *sort: false/m.test(columnText) ? [key] : [];
  });
};

it('every shown column of every table has a sort or a reason for its absence', () => {
  const files = globSync('**/*.tsx', { cwd: import.meta.dirname }).filter(
    (name) => !name.includes('.test.'),
  );
  const columns = files
    .map((name) => [name, readFileSync(path.join(import.meta.dirname, name), 'utf8')] as const)
    .filter(([, source]) => source.includes('Column<'))
    .map(([name, source]) => [name, unsortedIn(source).toSorted()] as const)
    .filter(([, keys]) => keys.length > 0);
  const excepted = Object.entries(unsorted).map(
    ([name, reasons]) => [name, Object.keys(reasons).toSorted()] as const,
  );
  expect(Object.fromEntries(columns)).toEqual(Object.fromEntries(excepted));
});
