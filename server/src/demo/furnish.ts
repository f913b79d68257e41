/**
 * Furnishes an empty database through the product's own use cases: accounts, credits and lines are
 * made as a person would make them, so the demo's ledger proves like any other. Says who can sign in.
 */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { flags, grants as allGrants } from '@ramal/contract/access';
import { platforms } from '@ramal/contract/platforms';
import sql from 'sql-template-tag';
import type { By } from '../foundation/actor.ts';
import { ConfigError } from '../foundation/config.ts';
import type { House } from '../foundation/house.ts';
import { createLine } from '../lines/create-line.ts';
import { switchLine } from '../lines/switch-line.ts';
import { createReseller } from '../resellers/create-reseller.ts';
import { setGrants } from '../resellers/grants.ts';
import { makeFirstAdmin } from '../sessions/first-admin.ts';
import { sumMovementMonths } from '../credits/movement-months.ts';
import { countLineMonths } from '../reports/take-line-months.ts';
import { type Act, PAST_DAYS, leftOfPast, pastOf } from './past.ts';
import { bindDemoDevices } from './devices.ts';
import { publishAnnouncements } from './announcements.ts';
import { furnishCatalogue } from './catalogue.ts';
import { type DemoLine, type DemoSeller, linesOf, sellers, sharers } from './plan.ts';
import { type SharedLine, shareLines } from './sharing.ts';

const HOUR_MS = 3_600_000;

export async function furnish(house: House): Promise<string[]> {
  const kept = path.join(house.config.dataFolder, 'demo-password');
  const accounts = await house.db.first<{ count: number }>(sql`select count(*) from accounts`);
  if (accounts?.count) {
    const password = await readFile(kept, 'utf8').catch(() => undefined);
    if (!password)
      throw new ConfigError(
        'This database is not empty and not a demo: npm run demo leaves it alone.',
      );
    return whoCanSignIn(password.trim());
  }
  const password = process.env.RAMAL_DEMO_PASSWORD || randomBytes(6).toString('hex');
  await makeFirstAdmin({
    ...house,
    config: { ...house.config, adminUsername: 'admin', adminPassword: password },
  });
  const people = new Map<string, By>([['admin', await admin(house)]]);
  const beginning = at(house, PAST_DAYS * 24);
  for (const seller of sellers)
    people.set(seller.username, await makeSeller(beginning, people, seller, password));
  const shared = await live(house, people);
  await furnishCatalogue(house);
  await bindDemoDevices(house, people.get('revenda')!);
  await shareLines(house, people.get('admin')!, shared);
  await publishAnnouncements(house);
  await sumMovementMonths(house);
  await countLineMonths(house);
  await writeFile(kept, `${password}\n`, { mode: 0o600 });
  return whoCanSignIn(password);
}

function whoCanSignIn(password: string): string[] {
  const about = [{ username: 'admin', about: 'runs the whole' }, ...sellers];
  return [
    'Demo accounts, all with the same password:',
    ...about.map((account) => `  ${account.username.padEnd(12)} ${account.about}`),
    `Password: ${password}`,
  ];
}

async function admin(house: House): Promise<By> {
  const row = await house.db.first<{ id: number }>(
    sql`select id from accounts where username = 'admin'`,
  );
  return acting(house, row!.id, 'admin', 'admin');
}

export const acting = (
  house: House,
  id: number,
  username: string,
  profile: 'admin' | DemoSeller['profile'],
): By => ({
  actor: {
    id,
    username,
    profile,
    idFranchise: null,
    grants: new Set(profile === 'admin' ? allGrants : []),
    flags: new Set(flags),
    isMaster: true,
    hasSecondFactor: false,
    mustEnrol: false,
    signInId: '',
    regPasswordHash: Buffer.alloc(0),
  },
  origin: {
    address: '127.0.0.1',
    userAgent: 'demo',
    request: 'demo',
    baseUrl: `http://localhost:${house.config.port}`,
  },
  key: undefined,
});

/**
 * Everything that has happened since, in its order: so the ledger's running balances are those of the
 * time. Answers the lines that two houses watch with.
 */
async function live(house: House, people: ReadonlyMap<string, By>): Promise<SharedLine[]> {
  const shared: SharedLine[] = [];
  const lines = sellers.flatMap((seller) =>
    linesOf(seller).map((line): Act => ({
      hoursAgo: line.hoursAgo,
      run: async (then, by) => {
        const id = await makeLine(then, by, line);
        if (line.shared && sharers.includes(seller.username))
          shared.push({ id, isBlocked: line.shared === 'blocked' });
      },
      seller: seller.username,
    })),
  );
  const acts = [...lines, ...pastOf(sellers)].toSorted((a, b) => b.hoursAgo - a.hoursAgo);
  for (const { hoursAgo, seller, run } of acts) {
    const then = at(house, hoursAgo);
    await run(then, then.told(people.get(seller)!), people);
  }
  return shared;
}

interface Then extends House {
  /** Whoever acts, at that time. */
  readonly told: (by: By) => By;
}

/** The house as it stood. */
function at(house: House, hoursAgo: number): Then {
  const moment = new Date(house.clock.now().getTime() - hoursAgo * HOUR_MS);
  return {
    ...house,
    clock: { ...house.clock, now: () => moment },
    told: (by) => ({ ...by, origin: { ...by.origin, at: moment } }),
  };
}

async function makeSeller(
  house: Then,
  people: Map<string, By>,
  seller: DemoSeller,
  password: string,
): Promise<By> {
  const by = house.told(people.get(seller.parent)!);
  const { id } = await createReseller(house, {
    ...by,
    params: undefined,
    query: undefined,
    body: {
      username: seller.username,
      password,
      credits: Math.round(openingCredits(seller) * 100),
      email: '5511955550100',
      email_contact: `${seller.username}@exemplo.com.br`,
      sale: 650,
      ...(seller.profile === 'franchise' ? { profile: 'franchise' as const, id_franchise: 1 } : {}),
    },
  });
  if (seller.grants) {
    const body = { grants: [...seller.grants] };
    const granting = house.told(people.get('admin')!);
    await setGrants(house, { ...granting, params: { id }, query: undefined, body });
  }
  return acting(house, id, seller.username, seller.profile);
}

/** What is left in the end, what the own lines cost, and what those below are given to begin with. */
function openingCredits(seller: DemoSeller): number {
  const spent = linesOf(seller).reduce(
    (sum, { pays }) => sum + ('credits' in pays ? pays.credits : 0),
    0,
  );
  const below = sellers.filter((other) => other.parent === seller.username);
  return (
    seller.credits +
    spent +
    below.reduce((sum, child) => sum + openingCredits(child), 0) -
    leftOfPast(seller, sellers)
  );
}

async function makeLine(house: House, by: By, line: DemoLine): Promise<number> {
  const { platform, plan, note, whatsapp, pays, later } = line;
  const { id } = await createLine(
    house,
    by,
    {
      platform: platforms[platform],
      username: undefined,
      whatsapp,
      note,
      plan: plan(house.config),
      pays: 'credits' in pays ? { hundredths: Math.round(pays.credits * 100) } : pays,
    },
    (created) => created.line,
  );
  if (later === 'switched off') await switchLine(house, by, { id }, false);
  return id;
}
