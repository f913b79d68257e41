/**
 * Tests that every figure equals the number of rows in the list to which it links (Q-COUNTS).
 * Compares the home screen, lists, exports, log, reports and statement, for two admins and a
 * reseller.
 */
import { createLineFromCode } from '@ramal/contract/activation';
import { getDashboard } from '@ramal/contract/dashboard';
import type { Endpoint, ResponseOf } from '@ramal/contract/api/endpoint';
import { decodeAnswer } from '@ramal/contract/api/translated';
import { namesOnWire } from '@ramal/contract/api/wire-names';
import { getDueLines } from '@ramal/contract/lines/due-lines';
import {
  deleteIptvLine,
  exportIptvLines,
  extendIptvLine,
  iptvLines,
  promoteIptvLine,
  switchIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { migrateIptvToP2p } from '@ramal/contract/lines/line-migrations';
import { newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { type EventGroup, getLog } from '@ramal/contract/logs';
import { getReports } from '@ramal/contract/reports';
import { markLinePaid, setLinePrice } from '@ramal/contract/lines/line-payments';
import { getExtract } from '@ramal/contract/resellers/credits';
import { getProfile } from '@ramal/contract/sessions';
import { createTicket } from '@ramal/contract/tickets/tickets';
import {
  adminHome,
  type CountedAnswers,
  reportFigures,
  sellerHome,
} from '@ramal/contract/fixtures/counted-figures';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { app } from '../../test/activation.ts';
import { line, p2pLine, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../test/context.ts';
import { moveEvents } from '../../test/events.ts';
import { sumMovementMonths } from '../credits/credits.ts';
import { lineExport } from '../lines/list/export-lines.ts';
import { countLineMonths } from '../reports/count-line-months.ts';
import { runTask } from '../tasks/run-tasks.ts';
import { rollUpTreeTotals } from './roll-up-tree-totals.ts';

let ctx: TestContext;
let admin: Person;
let otherAdmin: Person;
let seller: Person;
let child: Person;

const DAY_MS = 86_400_000;

/** Creates lines of every kind, so that no figure is 0 by chance. */
async function createLines(owner: Person, times: number): Promise<void> {
  const by = { token: owner.token };
  const about = ({ id }: { id: number }, body: object = {}) => ({ params: { id }, body });
  for (let made = 0; made < times; made += 1) {
    await line(ctx, owner);
    await p2pLine(ctx, owner, p2pLines);
    await p2pLine(ctx, owner, newP2pLines);
    await line(ctx, owner, { isOficial: false });
    await p2pLine(ctx, owner, p2pLines, { isOficial: false });
    await p2pLine(ctx, owner, newP2pLines, { isOficial: false });
  }
  const promoted = await line(ctx, owner, { isOficial: false });
  await call(ctx, promoteIptvLine, about(promoted, { credits: 1 }), by);
  const extended = await line(ctx, owner);
  await call(ctx, extendIptvLine, about(extended, { credits: 2 }), by);
  const deleted = await line(ctx, owner);
  await call(ctx, deleteIptvLine, about(deleted), by);
  const switchedOff = await line(ctx, owner);
  await call(ctx, switchIptvLine, about(switchedOff, { on: false }), by);
  const migrated = await line(ctx, owner);
  await call(ctx, migrateIptvToP2p, about(migrated, { productid: 1 }), by);
  const { code } = await app(ctx);
  await call(ctx, createLineFromCode, { body: { code } }, by);
  // Expiry of each line in days from today. Two are in the past, two within a week, and one later.
  const ends = [-9, -1, 1, 6, 8];
  for (const days of ends) {
    for (const { id } of [await line(ctx, owner), await p2pLine(ctx, owner, p2pLines)])
      await ctx.owner.query('update lines set expires_at = $2 where id = $1', [
        id,
        new Date(Date.parse(TODAY) + days * DAY_MS),
      ]);
  }
  for (const paid of [true, false]) {
    const { id } = await line(ctx, owner);
    await call(ctx, setLinePrice, about({ id }, { price_cents: 2_500 }), by);
    if (paid) await call(ctx, markLinePaid, about({ id }, { paid }), by);
  }
  const imported = await line(ctx, owner);
  await ctx.owner.query('alter table events disable trigger user');
  await ctx.owner.query(
    `update events set kind = 'line-imported' where line_id = $1 and kind = 'line-created'`,
    [imported.id],
  );
  await ctx.owner.query('alter table events enable trigger user');
  const watched = await line(ctx, owner);
  await ctx.owner.query(
    `insert into presence (session_id, line_id, owner_id, stream_id, title, encoding, started_at, last_seen_at)
     values (gen_random_uuid(), $1, (select owner_id from lines where id = $1), 1, 'Canal', 'hls', $2, $2)`,
    [watched.id, ctx.clock.now()],
  );
}

beforeAll(async () => {
  ctx = await createTestContext();
  const grants = ['lines.new-p2p'] as const;
  admin = await person(ctx, { profile: 'admin', grants });
  otherAdmin = await person(ctx, { profile: 'admin', grants });
  seller = await person(ctx, { parent: admin, balance: 100_000, grants });
  child = await person(ctx, { parent: seller, balance: 100_000, grants });
  await person(ctx, { parent: child });
  await createLines(seller, 1);
  await createLines(child, 2);
  const ticket = { title: 'Canal fora do ar', category: 1, content: 'Sem imagem' };
  await call(ctx, createTicket, { body: ticket }, { token: seller.token });
  for (const { id } of [seller, child]) await moveEvents(ctx, id, TODAY);
  // The database sets the time of entries and ignores the clock of the test. The test therefore
  // changes the time with the trigger disabled.
  await ctx.owner.query('alter table entries disable trigger user');
  await ctx.owner.query('update entries set at = $1', [TODAY]);
  await ctx.owner.query('alter table entries enable trigger user');
  await countLineMonths(ctx);
  await sumMovementMonths(ctx);
  await rollUpTreeTotals(ctx);
});
afterAll(() => ctx.close());

const as = ({ token }: Person) => ({ token });
const readHome = async (viewer: Person) => (await call(ctx, getDashboard, {}, as(viewer))).body;
const readReports = async (viewer: Person) => (await call(ctx, getReports, {}, as(viewer))).body;
const readTotal = async (viewer: Person, declaration: Endpoint, query: object): Promise<number> => {
  const { status, body } = await call(ctx, declaration, { query } as never, as(viewer));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return (body as { total: number }).total;
};
const countLogEntries = (
  viewer: Person,
  query: { group: EventGroup; reseller?: number; log_type?: number },
) => readTotal(viewer, getLog, query);

async function countSheetRows(
  viewer: Person,
  declaration: Endpoint,
  body: object,
): Promise<number> {
  const reply = await call(
    ctx,
    declaration as typeof exportIptvLines,
    { body } as never,
    as(viewer),
  );
  await runTask(ctx, [lineExport], reply.body.task.id);
  const { rawPayload } = await ctx.server.inject({ method: 'GET', url: reply.body.url });
  const sheet = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml']!);
  return [...sheet.matchAll(/<row /g)].length - 1;
}

/**
 * Filters for the lists of the three platforms. Each entry selects the lines that a figure counts.
 */
const lineStates = {
  actives: { iptv: { status: 'Ativo', expired: false }, p2p: { status: 1, expired: false } },
  expiring: { iptv: { status: 'Ativo', due: '7' }, p2p: { status: 1, due: '7' } },
  expired: { iptv: { status: 'Ativo', due: 'expired' }, p2p: { status: 1, due: 'expired' } },
  tests: { iptv: { status: 'Teste', expired: false }, p2p: { status: 2, expired: false } },
} as const;

/**
 * Returns the totals of the lists for IPTV, P2P and new P2P. Also checks that the spreadsheets have
 * as many rows.
 */
async function countLines(viewer: Person, state: keyof typeof lineStates, ownerFilter: object) {
  const { iptv, p2p } = lineStates[state];
  const lists = [
    [iptvLines.list, iptvLines.exportSheet, iptv],
    [p2pLines.list, p2pLines.exportSheet, p2p],
    [newP2pLines.list, newP2pLines.exportSheet, p2p],
  ] as const;
  const totals = await Promise.all(
    lists.map(([list, , filters]) => readTotal(viewer, list, { ...filters, ...ownerFilter })),
  );
  const inSheets = await Promise.all(
    // An export without rows is refused, so an empty list has no spreadsheet.
    lists.map(async ([, sheet, filters], at) =>
      totals[at] === 0 ? 0 : countSheetRows(viewer, sheet, { ...filters, ...ownerFilter }),
    ),
  );
  expect(inSheets).toEqual(totals);
  return totals;
}

const split = (iptv: number, p2p: number, newP2p: number) => [iptv, p2p - newP2p, newP2p];

const decodedAnswer = <E extends Endpoint>({ answer }: E, body: unknown): ResponseOf<E> =>
  decodeAnswer(answer, body) as ResponseOf<E>;

const readAnswers = async (viewer: Person): Promise<CountedAnswers> => ({
  home: decodedAnswer(getDashboard, await readHome(viewer)),
  reports: decodedAnswer(getReports, await readReports(viewer)),
  due:
    viewer.profile === 'admin'
      ? null
      : decodedAnswer(getDueLines, (await call(ctx, getDueLines, {}, as(viewer))).body),
});

const MONTH = TODAY.slice(0, 7);
const screens = [
  ['the home of a reseller', () => seller, sellerHome],
  ['the home of an admin', () => admin, adminHome],
  ['the reports of a reseller', () => seller, reportFigures(MONTH)],
  ['the reports of an admin', () => otherAdmin, reportFigures(MONTH)],
] as const;

describe.each(screens)('%s', (_screen, viewer, figures) => {
  it.each(figures)('$section: «$label» is the total of its lists', async ({ value, lists }) => {
    const totals = await Promise.all(
      lists.map(({ list, query }) =>
        readTotal(
          viewer(),
          list,
          namesOnWire(mapValues(query, (each) => (each === ':me' ? viewer().id : each))),
        ),
      ),
    );
    const figure = value(await readAnswers(viewer()));
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(figure);
    expect(figure).toBeGreaterThan(0);
  });
});

const mapValues = (query: Readonly<Record<string, unknown>>, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, change(value)]));

describe('a reseller', () => {
  it('sees the same totals of the own lines on the home screen as in lists and spreadsheets', async () => {
    const t = await readHome(seller);
    const mine = { reseller_id: 0 };
    expect(split(t.users_iptv, t.users_p2p, t.users_new_p2p)).toEqual(
      await countLines(seller, 'actives', mine),
    );
    expect(split(t.expiring_iptv, t.expiring_p2p, t.expiring_new_p2p)).toEqual(
      await countLines(seller, 'expiring', mine),
    );
    expect(split(t.iptv_tests, t.p2p_tests, t.new_p2p_tests)).toEqual(
      await countLines(seller, 'tests', mine),
    );
    expect(t.total_online).toBe(await readTotal(seller, iptvLines.list, { online: 1, ...mine }));
    expect([t.users_iptv, t.expiring_iptv, t.iptv_tests, t.total_online]).not.toContain(0);
  });

  it('sees the same totals of the network on the home screen as in lists and spreadsheets', async () => {
    const { childrens: t, ...home } = await readHome(seller);
    const below = { reseller_id: 'below' };
    expect(split(t.iptv_actives, t.p2p_actives, t.new_p2p_actives)).toEqual(
      await countLines(seller, 'actives', below),
    );
    expect(split(t.iptv_expired, t.p2p_expired, t.new_p2p_expired)).toEqual(
      await countLines(seller, 'expired', below),
    );
    expect(split(t.total_tests_iptv, t.total_tests_p2p, t.total_tests_new_p2p)).toEqual(
      await countLines(seller, 'tests', below),
    );
    expect(home.total_watching).toBe(
      await readTotal(seller, iptvLines.list, { status: 'online', reseller_id: 'tree' }),
    );
  });

  it('sees the same created lines in the log and the same balance on every screen', async () => {
    const t = await readHome(seller);
    const reseller = seller.id;
    expect([t.created_users, t.generate_tests, t.total_new_users]).toEqual([
      await countLogEntries(seller, { group: 'new', reseller }),
      await countLogEntries(seller, { group: 'test', reseller }),
      await countLogEntries(seller, { group: 'new' }),
    ]);
    const { body: me } = await call(ctx, getProfile, {}, as(seller));
    expect(me.credits).toBe(t.credits);
    const spent = (await readReports(seller)).creditos.at(-1)!.consumidos;
    // The seller began with 1000 credits and paid for its lines.
    expect(t.credits).toBe(1000 - spent);
    const { body: statement } = await call(ctx, getExtract, { query: {} }, as(seller));
    expect(statement.totals.find(({ type }) => type === 'Consumido')?.amount).toBe(spent);
  });

  it('sees the same totals in the projection of the month as in its lists', async () => {
    const { projection: p } = (await call(ctx, getDueLines, {}, as(seller))).body;
    const ownerFilter = { reseller_id: 0, due: 'month' };
    const lists = [
      ['iptv', await readTotal(seller, iptvLines.list, { status: 'Ativo', ...ownerFilter })],
      ['p2p', await readTotal(seller, p2pLines.list, { status: 1, ...ownerFilter })],
      ['new-p2p', await readTotal(seller, newP2pLines.list, { status: 1, ...ownerFilter })],
    ] as const;
    expect(p.still_due).toBe(lists.reduce((sum, [, total]) => sum + total, 0));
    expect(p.still_due).toBeGreaterThan(0);
    for (const { platform, total } of p.still_due_by_platform)
      expect(lists).toContainEqual([platform, total]);
    const reseller = seller.id;
    expect([p.renewed, p.new_lines]).toEqual([
      await countLogEntries(seller, { group: 'renewed', reseller }),
      await countLogEntries(seller, { group: 'new', reseller }),
    ]);
  });

  it('sees the same totals as both admins', async () => {
    for (const list of [iptvLines.list, p2pLines.list, newP2pLines.list]) {
      const ownTotal = await readTotal(seller, list, {});
      expect(ownTotal).toBeGreaterThan(0);
      for (const viewer of [admin, otherAdmin])
        expect(await readTotal(viewer, list, { reseller_id: seller.id })).toBe(ownTotal);
    }
    for (const group of ['new', 'test', 'renewed', 'migrated'] as const) {
      const ownCount = await countLogEntries(seller, { group, reseller: seller.id });
      expect(ownCount).toBeGreaterThan(0);
      for (const viewer of [admin, otherAdmin])
        expect(await countLogEntries(viewer, { group, reseller: seller.id })).toBe(ownCount);
    }
  });
});

describe('two admins', () => {
  it('receive the same home screen and the same reports', async () => {
    // The direct children and the first steps differ between admins (Q-DASHDEFS).
    const [mine, theirs] = [await readHome(admin), await readHome(otherAdmin)];
    expect([mine.total_resellers_under, theirs.total_resellers_under]).toEqual([1, 0]);
    const accountFields = { total_resellers_under: undefined, first_steps: undefined };
    expect({ ...theirs, ...accountFields }).toEqual({ ...mine, ...accountFields });
    expect(await readReports(otherAdmin)).toEqual(await readReports(admin));
  });

  it.each([
    ['the first admin', () => admin],
    ['the second admin', () => otherAdmin],
  ] as const)(
    '%s sees the same totals on the home screen as in lists and spreadsheets',
    async (_which, viewer) => {
      const { childrens: t, ...home } = await readHome(viewer());
      const allResellers = { reseller_id: 'tree' };
      expect(split(t.iptv_actives, t.p2p_actives, t.new_p2p_actives)).toEqual(
        await countLines(viewer(), 'actives', allResellers),
      );
      expect(split(t.iptv_expired, t.p2p_expired, t.new_p2p_expired)).toEqual(
        await countLines(viewer(), 'expired', allResellers),
      );
      expect(split(t.total_tests_iptv, t.total_tests_p2p, t.total_tests_new_p2p)).toEqual(
        await countLines(viewer(), 'tests', allResellers),
      );
      expect(t.iptv_actives).toBe(
        await readTotal(viewer(), iptvLines.listAll, { status: 'Ativo', expired: false }),
      );
      expect(home.total_new_users).toBe(await countLogEntries(viewer(), { group: 'new' }));
    },
  );
});

it('shows the same totals in the reports as in the log of the month', async () => {
  for (const viewer of [seller, admin, otherAdmin]) {
    const reports = await readReports(viewer);
    const last = (months: readonly { readonly users: number }[]) => months.at(-1)!.users;
    expect([
      last(reports.novos_usuarios_iptv),
      last(reports.novos_usuarios_p2p),
      last(reports.novos_usuarios_migrados),
      last(reports.renovacoes),
    ]).toEqual([
      await countLogEntries(viewer, { group: 'new', log_type: 1 }),
      await countLogEntries(viewer, { group: 'new', log_type: 2 }),
      await countLogEntries(viewer, { group: 'migrated' }),
      await countLogEntries(viewer, { group: 'renewed' }),
    ]);
    expect(last(reports.novos_usuarios_iptv) + last(reports.novos_usuarios_p2p)).toBe(
      (await readHome(viewer)).total_new_users,
    );
  }
});
