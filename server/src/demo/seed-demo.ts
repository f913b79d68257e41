/**
 * Fills an empty database through the use cases of the product. Creates accounts, credits and lines
 * in the same way as a user, so the ledger of the demo can be verified. Returns the logins.
 */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { flags, grants as allGrants } from '@ramal/contract/api/access';
import { platforms } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import { hashPassword } from '../access/access.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { markPaid } from '../line-payments/line-payments.ts';
import { createLine, switchLine } from '../lines/lines.ts';
import { createReseller, setGrants } from '../resellers/resellers.ts';
import { createFirstAdmin } from '../sessions/sessions.ts';
import { sumMovementMonths } from '../credits/credits.ts';
import { countLineMonths } from '../reports/reports.ts';
import { seedNumbers } from './numbers.ts';
import {
  type PastEvent,
  PAST_DAYS,
  remainingPast,
  buildPast,
  MONTH_CENTS,
  withoutCode,
} from './past.ts';
import { registerDemoBoxes } from './boxes.ts';
import { bindDemoDevices } from './devices.ts';
import { publishAnnouncements } from './announcements.ts';
import { seedBalancers } from './balancers.ts';
import { seedCatalogue } from './catalogue.ts';
import {
  type DemoLine,
  type DemoSeller,
  demoLinesFor,
  sellers,
  usernamesOfSharing,
} from './demo-data.ts';
import { seedGames } from './games.ts';
import { seedHostnames } from './hostnames.ts';
import { seedBackgrounds, seedBackup } from './installation.ts';
import { contextAt, type PastContext } from './moments.ts';
import { seedProtection } from './protection.ts';
import { seedRecurringPix } from './recurring-pix.ts';
import { type SharedLine, shareLines } from './sharing.ts';
import { buildSupportPast } from './tickets.ts';
import { seedWork } from './work.ts';
import { OperatorError } from '../foundation/start/operator-error.ts';

export async function seedDemo(ctx: AppContext): Promise<string[]> {
  const passwordFile = path.join(ctx.config.dataFolder, 'demo-password');
  const accounts = await ctx.db.first<{ count: number }>(sql`select count(*) from accounts`);
  if (accounts?.count) {
    const password = await readFile(passwordFile, 'utf8').catch(() => undefined);
    if (!password)
      throw new OperatorError(
        'Este banco não está vazio e não é uma demonstração: npm run demo não mexe nele.',
      );
    return whoCanSignIn(password.trim());
  }
  const password = process.env.RAMAL_DEMO_PASSWORD || randomBytes(6).toString('hex');
  await createFirstAdmin({
    ...ctx,
    config: { ...ctx.config, adminUsername: 'admin', adminPassword: password },
  });
  const people = new Map<string, Caller>([['admin', await admin(ctx)]]);
  const beginning = contextAt(ctx, PAST_DAYS * 24);
  for (const seller of sellers)
    people.set(seller.username, await makeSeller(beginning, people, seller, password));
  await seedCatalogue(ctx);
  const shared = await live(ctx, people);
  await bindDemoDevices(ctx, people.get('revenda')!);
  await registerDemoBoxes(ctx, people.get('revenda')!);
  await seedRecurringPix(ctx, people.get('revenda')!);
  await shareLines(ctx, people.get('admin')!, shared);
  await publishAnnouncements(ctx);
  await seedAdminLists(ctx, people);
  await sumMovementMonths(ctx);
  await countLineMonths(ctx);
  await seedNumbers(ctx, people);
  await seedBackup(ctx, people.get('admin')!);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  return whoCanSignIn(password);
}

async function seedAdminLists(ctx: AppContext, people: ReadonlyMap<string, Caller>): Promise<void> {
  const caller = people.get('admin')!;
  await seedGames(ctx, caller);
  await seedBalancers(ctx, caller);
  await seedHostnames(ctx, people);
  await seedProtection(ctx, people);
  await seedWork(ctx, caller);
  await seedBackgrounds(ctx, caller);
}

function whoCanSignIn(password: string): string[] {
  const about = [{ username: 'admin', about: 'runs the whole' }, ...sellers];
  return [
    'Demo accounts, all with the same password:',
    ...about.map((account) => `  ${account.username.padEnd(12)} ${account.about}`),
    `Password: ${password}`,
  ];
}

async function admin(ctx: AppContext): Promise<Caller> {
  const row = await ctx.db.first<{ id: number }>(
    sql`select id from accounts where username = 'admin'`,
  );
  return callerAt(ctx, row!.id, 'admin', 'admin');
}

export const callerAt = (
  ctx: AppContext,
  id: number,
  username: string,
  profile: 'admin' | DemoSeller['profile'],
): Caller => ({
  actor: {
    id,
    username,
    profile,
    idFranchise: null,
    grants: new Set(profile === 'admin' ? allGrants : []),
    flags: new Set(flags),
    isMaster: true,
    linkHost: null,
    hasSecondFactor: false,
    mustEnrol: false,
    signInId: '',
    regPasswordHash: Buffer.alloc(0),
  },
  requestMeta: {
    ip: '127.0.0.1',
    userAgent: 'demo',
    requestId: 'demo',
    baseUrl: `http://localhost:${ctx.config.port}`,
  },
  key: undefined,
});

/**
 * Performs all past events in the order of their times, so that the running balances of the ledger
 * are correct. Returns the lines that two households watch.
 */
async function live(ctx: AppContext, people: ReadonlyMap<string, Caller>): Promise<SharedLine[]> {
  const shared: SharedLine[] = [];
  const lines = sellers.flatMap((seller) =>
    demoLinesFor(seller).map((line): PastEvent => ({
      hoursAgo: line.hoursAgo,
      run: async (then, caller) => {
        const id = await makeLine(then, caller, line);
        if (line.shared && usernamesOfSharing.includes(seller.username))
          shared.push({ id, isBlocked: line.shared === 'blocked' });
      },
      seller: seller.username,
    })),
  );
  const acts = [...lines, ...buildPast(sellers), ...buildSupportPast()].toSorted(
    (a, b) => b.hoursAgo - a.hoursAgo,
  );
  for (const { hoursAgo, seller, run } of acts) {
    const then = contextAt(ctx, hoursAgo);
    await run(then, then.asCaller(people.get(seller)!), people);
  }
  return shared;
}

async function makeSeller(
  ctx: PastContext,
  people: Map<string, Caller>,
  seller: DemoSeller,
  password: string,
): Promise<Caller> {
  const caller = ctx.asCaller(people.get(seller.parent)!);
  const { id } = await createReseller(
    ctx,
    { spendCode: withoutCode, hashFor: (_accountId, plain) => hashPassword(plain) },
    {
      ...caller,
      params: undefined,
      query: undefined,
      body: {
        username: seller.username,
        password,
        credits: Math.round(openingCredits(seller) * 100),
        email: '5511955550100',
        emailContact: `${seller.username}@exemplo.com.br`,
        sale: 650,
        ...(seller.profile === 'franchise'
          ? { profile: 'franchise' as const, idFranchise: 1 }
          : {}),
      },
    },
  );
  if (seller.grants) {
    const body = { grants: [...seller.grants] };
    const granting = ctx.asCaller(people.get('admin')!);
    await setGrants(ctx, { ...granting, params: { id }, query: undefined, body });
  }
  return callerAt(ctx, id, seller.username, seller.profile);
}

/**
 * Returns the credits that a seller needs at the start. They are its final balance, the price of
 * its own lines, and the opening credits of its descendants.
 */
function openingCredits(seller: DemoSeller): number {
  const spent = demoLinesFor(seller).reduce(
    (sum, { pays }) => sum + ('credits' in pays ? pays.credits : 0),
    0,
  );
  const below = sellers.filter((other) => other.parent === seller.username);
  return (
    seller.credits +
    spent +
    below.reduce((sum, child) => sum + openingCredits(child), 0) -
    remainingPast(seller, sellers)
  );
}

async function makeLine(ctx: AppContext, caller: Caller, line: DemoLine): Promise<number> {
  const { platform, plan, note, whatsapp, pays, later } = line;
  const isOfficial = 'credits' in pays;
  const { id } = await createLine(
    ctx,
    caller,
    {
      platform: platforms[platform],
      username: undefined,
      whatsapp,
      note,
      product: plan(ctx.config),
      pays: isOfficial ? { hundredths: Math.round(pays.credits * 100) } : pays,
      ...(isOfficial ? { priceCents: Math.round(pays.credits * MONTH_CENTS) } : {}),
    },
    { present: (created) => created.line },
  );
  if (isOfficial) await markPaid(ctx, caller, { lineId: id, paid: true });
  if (later === 'switched off') await switchLine(ctx, caller, { id, on: false });
  return id;
}
