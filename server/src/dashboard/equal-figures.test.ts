/**
 * Two admins and a reseller compare numbers on home screen, lists, exports, log, reports and
 * statement. Every figure equals the number of rows in the list that it links to (Q-COUNTS).
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
async function sell(owner: Person, times: number): Promise<void> {
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
  const gone = await line(ctx, owner);
  await call(ctx, deleteIptvLine, about(gone), by);
  const off = await line(ctx, owner);
  await call(ctx, switchIptvLine, about(off, { on: false }), by);
  const moved = await line(ctx, owner);
  await call(ctx, migrateIptvToP2p, about(moved, { productid: 1 }), by);
  const { code } = await app(ctx);
  await call(ctx, createLineFromCode, { body: { code } }, by);
  // Expiries in days from today: two in the past, two within a week, one later.
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
  await sell(seller, 1);
  await sell(child, 2);
  const ticket = { title: 'Canal fora do ar', category: 1, content: 'Sem imagem' };
  await call(ctx, createTicket, { body: ticket }, { token: seller.token });
  for (const { id } of [seller, child]) await moveEvents(ctx, id, TODAY);
  // The database sets the time of entries from its own clock, so the test changes it with the
  // trigger disabled.
  await ctx.owner.query('alter table entries disable trigger user');
  await ctx.owner.query('update entries set at = $1', [TODAY]);
  await ctx.owner.query('alter table entries enable trigger user');
  await countLineMonths(ctx);
  await sumMovementMonths(ctx);
  await rollUpTreeTotals(ctx);
});
afterAll(() => ctx.close());

const as = ({ token }: Person) => ({ token });
const homeOf = async (who: Person) => (await call(ctx, getDashboard, {}, as(who))).body;
const reportsOf = async (who: Person) => (await call(ctx, getReports, {}, as(who))).body;
const totalOf = async (who: Person, declaration: Endpoint, query: object): Promise<number> => {
  const { status, body } = await call(ctx, declaration, { query } as never, as(who));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return (body as { total: number }).total;
};
const inLog = (who: Person, query: { group: EventGroup; reseller?: number; log_type?: number }) =>
  totalOf(who, getLog, query);

async function rowsInSheet(who: Person, declaration: Endpoint, body: object): Promise<number> {
  const reply = await call(ctx, declaration as typeof exportIptvLines, { body } as never, as(who));
  await runTask(ctx, [lineExport], reply.body.task.id);
  const { rawPayload } = await ctx.server.inject({ method: 'GET', url: reply.body.url });
  const sheet = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml']!);
  return [...sheet.matchAll(/<row /g)].length - 1;
}

/** Filters that select the lines of a figure in the lists of the three platforms. */
const lineStates = {
  actives: { iptv: { status: 'Ativo', expired: false }, p2p: { status: 1, expired: false } },
  expiring: { iptv: { status: 'Ativo', due: '7' }, p2p: { status: 1, due: '7' } },
  expired: { iptv: { status: 'Ativo', due: 'expired' }, p2p: { status: 1, due: 'expired' } },
  tests: { iptv: { status: 'Teste', expired: false }, p2p: { status: 2, expired: false } },
} as const;

/** Compares the totals of lists and spreadsheets and returns them, for IPTV, P2P and new P2P. */
async function counted(who: Person, state: keyof typeof lineStates, whose: object) {
  const { iptv, p2p } = lineStates[state];
  const lists = [
    [iptvLines.list, iptvLines.exportSheet, iptv],
    [p2pLines.list, p2pLines.exportSheet, p2p],
    [newP2pLines.list, newP2pLines.exportSheet, p2p],
  ] as const;
  const totals = await Promise.all(
    lists.map(([list, , filters]) => totalOf(who, list, { ...filters, ...whose })),
  );
  const inSheets = await Promise.all(
    // An empty list has no spreadsheet to export.
    lists.map(async ([, sheet, filters], at) =>
      totals[at] === 0 ? 0 : rowsInSheet(who, sheet, { ...filters, ...whose }),
    ),
  );
  expect(inSheets).toEqual(totals);
  return totals;
}

const split = (iptv: number, p2p: number, newP2p: number) => [iptv, p2p - newP2p, newP2p];

const decodedAnswer = <E extends Endpoint>({ answer }: E, body: unknown): ResponseOf<E> =>
  decodeAnswer(answer, body) as ResponseOf<E>;

const answersOf = async (who: Person): Promise<CountedAnswers> => ({
  home: decodedAnswer(getDashboard, await homeOf(who)),
  reports: decodedAnswer(getReports, await reportsOf(who)),
  due:
    who.profile === 'admin'
      ? null
      : decodedAnswer(getDueLines, (await call(ctx, getDueLines, {}, as(who))).body),
});

const MONTH = TODAY.slice(0, 7);
const walks = [
  ['the home of a reseller', () => seller, sellerHome],
  ['the home of an admin', () => admin, adminHome],
  ['the reports of a reseller', () => seller, reportFigures(MONTH)],
  ['the reports of an admin', () => otherAdmin, reportFigures(MONTH)],
] as const;

// LOOK-40: each displayed total equals the number of rows in the list that it links to.
describe.each(walks)('%s', (_screen, who, figures) => {
  it.each(figures)('$section: «$label» is the total of its lists', async ({ value, lists }) => {
    const totals = await Promise.all(
      lists.map(({ list, query }) =>
        totalOf(
          who(),
          list,
          namesOnWire(mapValues(query, (each) => (each === ':me' ? who().id : each))),
        ),
      ),
    );
    const counted = value(await answersOf(who()));
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(counted);
    expect(counted).toBeGreaterThan(0);
  });
});

const mapValues = (query: Readonly<Record<string, unknown>>, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, change(value)]));

describe('a reseller', () => {
  it('returns the same totals of own lines in the lists and in the files', async () => {
    const t = await homeOf(seller);
    const mine = { reseller_id: 0 };
    expect(split(t.users_iptv, t.users_p2p, t.users_new_p2p)).toEqual(
      await counted(seller, 'actives', mine),
    );
    expect(split(t.expiring_iptv, t.expiring_p2p, t.expiring_new_p2p)).toEqual(
      await counted(seller, 'expiring', mine),
    );
    expect(split(t.iptv_tests, t.p2p_tests, t.new_p2p_tests)).toEqual(
      await counted(seller, 'tests', mine),
    );
    expect(t.total_online).toBe(await totalOf(seller, iptvLines.list, { online: 1, ...mine }));
    expect([t.users_iptv, t.expiring_iptv, t.iptv_tests, t.total_online]).not.toContain(0);
  });

  it('returns the same totals of the network in the lists and in the files', async () => {
    const { childrens: t, ...home } = await homeOf(seller);
    const below = { reseller_id: 'below' };
    expect(split(t.iptv_actives, t.p2p_actives, t.new_p2p_actives)).toEqual(
      await counted(seller, 'actives', below),
    );
    expect(split(t.iptv_expired, t.p2p_expired, t.new_p2p_expired)).toEqual(
      await counted(seller, 'expired', below),
    );
    expect(split(t.total_tests_iptv, t.total_tests_p2p, t.total_tests_new_p2p)).toEqual(
      await counted(seller, 'tests', below),
    );
    expect(home.total_watching).toBe(
      await totalOf(seller, iptvLines.list, { status: 'online', reseller_id: 'tree' }),
    );
  });

  it('lists the lines created this month in the log and shows the balance on every screen', async () => {
    const t = await homeOf(seller);
    const reseller = seller.id;
    expect([t.created_users, t.generate_tests, t.total_new_users]).toEqual([
      await inLog(seller, { group: 'new', reseller }),
      await inLog(seller, { group: 'test', reseller }),
      await inLog(seller, { group: 'new' }),
    ]);
    const { body: me } = await call(ctx, getProfile, {}, as(seller));
    expect(me.credits).toBe(t.credits);
    const spent = (await reportsOf(seller)).creditos.at(-1)!.consumidos;
    // Opening credits minus the cost of the lines.
    expect(t.credits).toBe(1000 - spent);
    const { body: statement } = await call(ctx, getExtract, { query: {} }, as(seller));
    expect(statement.totals.find(({ type }) => type === 'Consumido')?.amount).toBe(spent);
  });

  // LOOK-40: the totals of the projection link to lists of due lines.
  it('returns the same totals in the projection of the month and in its lists', async () => {
    const { projection: p } = (await call(ctx, getDueLines, {}, as(seller))).body;
    const whose = { reseller_id: 0, due: 'month' };
    const lists = [
      ['iptv', await totalOf(seller, iptvLines.list, { status: 'Ativo', ...whose })],
      ['p2p', await totalOf(seller, p2pLines.list, { status: 1, ...whose })],
      ['new-p2p', await totalOf(seller, newP2pLines.list, { status: 1, ...whose })],
    ] as const;
    expect(p.still_due).toBe(lists.reduce((sum, [, total]) => sum + total, 0));
    expect(p.still_due).toBeGreaterThan(0);
    for (const { platform, total } of p.still_due_by_platform)
      expect(lists).toContainEqual([platform, total]);
    const reseller = seller.id;
    expect([p.renewed, p.new_lines]).toEqual([
      await inLog(seller, { group: 'renewed', reseller }),
      await inLog(seller, { group: 'new', reseller }),
    ]);
  });

  it('shows both admins the totals that the reseller sees', async () => {
    for (const list of [iptvLines.list, p2pLines.list, newP2pLines.list]) {
      const ownTotal = await totalOf(seller, list, {});
      expect(ownTotal).toBeGreaterThan(0);
      for (const who of [admin, otherAdmin])
        expect(await totalOf(who, list, { reseller_id: seller.id })).toBe(ownTotal);
    }
    for (const group of ['new', 'test', 'renewed', 'migrated'] as const) {
      const ownCount = await inLog(seller, { group, reseller: seller.id });
      expect(ownCount).toBeGreaterThan(0);
      for (const who of [admin, otherAdmin])
        expect(await inLog(who, { group, reseller: seller.id })).toBe(ownCount);
    }
  });
});

describe('two admins', () => {
  it('shows two admins the same home screen and the same reports', async () => {
    // The direct children and the first steps differ between admins (Q-DASHDEFS).
    const [mine, theirs] = [await homeOf(admin), await homeOf(otherAdmin)];
    expect([mine.total_resellers_under, theirs.total_resellers_under]).toEqual([1, 0]);
    const accountFields = { total_resellers_under: undefined, first_steps: undefined };
    expect({ ...theirs, ...accountFields }).toEqual({ ...mine, ...accountFields });
    expect(await reportsOf(otherAdmin)).toEqual(await reportsOf(admin));
  });

  it.each([
    ['the first', () => admin],
    ['the second', () => otherAdmin],
  ] as const)('%s finds every figure on the lists and in the files', async (_which, who) => {
    const { childrens: t, ...home } = await homeOf(who());
    const everybody = { reseller_id: 'tree' };
    expect(split(t.iptv_actives, t.p2p_actives, t.new_p2p_actives)).toEqual(
      await counted(who(), 'actives', everybody),
    );
    expect(split(t.iptv_expired, t.p2p_expired, t.new_p2p_expired)).toEqual(
      await counted(who(), 'expired', everybody),
    );
    expect(split(t.total_tests_iptv, t.total_tests_p2p, t.total_tests_new_p2p)).toEqual(
      await counted(who(), 'tests', everybody),
    );
    expect(t.iptv_actives).toBe(
      await totalOf(who(), iptvLines.listAll, { status: 'Ativo', expired: false }),
    );
    expect(home.total_new_users).toBe(await inLog(who(), { group: 'new' }));
  });
});

it('matches each total of the reports with the log of its month for each of the three accounts', async () => {
  for (const who of [seller, admin, otherAdmin]) {
    const reports = await reportsOf(who);
    const last = (months: readonly { readonly users: number }[]) => months.at(-1)!.users;
    expect([
      last(reports.novos_usuarios_iptv),
      last(reports.novos_usuarios_p2p),
      last(reports.novos_usuarios_migrados),
      last(reports.renovacoes),
    ]).toEqual([
      await inLog(who, { group: 'new', log_type: 1 }),
      await inLog(who, { group: 'new', log_type: 2 }),
      await inLog(who, { group: 'migrated' }),
      await inLog(who, { group: 'renewed' }),
    ]);
    expect(last(reports.novos_usuarios_iptv) + last(reports.novos_usuarios_p2p)).toBe(
      (await homeOf(who)).total_new_users,
    );
  }
});
