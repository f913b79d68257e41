/**
 * One table: every call of every room, as every kind of caller. Objects belong to `owner`; a call
 * without a row fails the run, and so does a row without a call.
 */
import { afterEach, afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rooms } from '../src/app.ts';
import { type TestHouse, call, openTestHouse } from './house.ts';
import { PASSWORD, type Person, line, person, session } from './people.ts';

/**
 *   admin ─┬─ franchise ── parent ─┬─ owner ─┬─ child
 *          │                       │         └─ target: the account that calls are about
 *          │                       └─ sibling
 *          └─ stranger, blocked, deleted
 */
const callers = [
  'anonymous',
  'blocked',
  'deleted',
  'stranger',
  'sibling',
  'child',
  'owner',
  'parent',
  'franchise',
  'admin',
] as const;
type Caller = (typeof callers)[number];
type Outcomes = Record<Caller, number>;

let house: TestHouse;
let people: Record<Exclude<Caller, 'anonymous'>, Person>;
beforeAll(async () => {
  house = await openTestHouse();
  const admin = await person(house, { profile: 'admin' });
  const below = (parent: Person, more = {}) => person(house, { parent, balance: 100_000, ...more });
  const franchise = await below(admin, { profile: 'franchise' });
  const parent = await below(franchise);
  const owner = await below(parent);
  const [child, sibling] = [await below(owner), await below(parent)];
  const [stranger, blocked, deleted] = [await below(admin), await below(admin), await below(admin)];
  await house.owner.query('update accounts set blocked_at = now() where id = $1', [blocked.id]);
  await house.owner.query('update accounts set deleted_at = now() where id = $1', [deleted.id]);
  people = { admin, franchise, parent, owner, child, sibling, stranger, blocked, deleted };
});
afterEach(() => house.owner.query('update flags set is_on = true'));
afterAll(() => house.close());

const each = (signedIn: Partial<Outcomes> & { otherwise: number }, out = 401): Outcomes => {
  const { otherwise, ...named } = signedIn;
  const outside = { anonymous: out, blocked: out, deleted: out };
  return {
    ...(Object.fromEntries(callers.map((caller) => [caller, otherwise])) as Outcomes),
    ...outside,
    ...named,
  };
};
const anybody = each({ otherwise: 200 }, 200);
const signedIn = each({ otherwise: 200 });
const admins = each({ otherwise: 403, admin: 200 });
const sellers = each({ otherwise: 200, admin: 403 });
/** What is the owner's: itself and whoever stands above; for everyone else it does not exist. */
const ownTree = each({ otherwise: 200, stranger: 404, sibling: 404, child: 404 });
/** Credits move between direct neighbours; whoever stands higher sees and may not. */
const neighbours = { ...ownTree, parent: 403, franchise: 403 };

type Sent = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
};
interface Row {
  readonly outcomes: Outcomes;
  /** A whole request, about a fresh object of the owner's. */
  readonly sent?: (id: number) => Sent;
  readonly about?: 'line' | 'account';
}

const aboutLine = (body?: Record<string, unknown>): Row => ({
  outcomes: ownTree,
  about: 'line',
  sent: (id) => ({ params: { id }, ...(body ? { body } : {}) }),
});
const aboutAccount = (outcomes: Outcomes, body?: Record<string, unknown>): Row => ({
  outcomes,
  about: 'account',
  sent: (id) => ({ params: { id }, ...(body ? { body } : {}) }),
});
let made = 0;
const newName = () => `nova-${(made += 1)}`;

const table: Record<string, Row> = {
  'sign-in': {
    outcomes: anybody,
    sent: () => ({ body: { username: people.owner.username, password: PASSWORD } }),
  },
  'sign-out': { outcomes: signedIn },
  'get-profile': { outcomes: signedIn },
  'get-my-ip': { outcomes: anybody },
  'get-captcha': { outcomes: anybody },

  'get-settings': { outcomes: signedIn },
  'toggle-tests': { outcomes: admins },
  'toggle-test-iptv': { outcomes: admins },
  'toggle-iptv': { outcomes: admins },
  'toggle-p2p': { outcomes: admins },
  'toggle-n-p2p': { outcomes: admins },
  'toggle-login': { outcomes: admins },

  'list-resellers': { outcomes: signedIn },
  'create-reseller': {
    outcomes: signedIn,
    sent: () => ({ body: { username: newName(), password: PASSWORD, credits: 0 } }),
  },
  'move-credits': aboutAccount(neighbours, { credits: 10, sale: 1 }),
  'edit-reseller': {
    ...aboutAccount(ownTree),
    sent: (id) => ({ params: { id }, body: { username: newName(), email: '5511900000001' } }),
  },
  'get-grants': aboutAccount(admins),
  'set-grants': aboutAccount(admins, { grants: ['games'] }),

  'list-iptv-lines': {
    outcomes: ownTree,
    sent: () => ({ query: { reseller_id: people.owner.id } }),
  },
  'list-all-iptv-lines': { outcomes: admins },
  'count-iptv-lines': {
    outcomes: ownTree,
    sent: () => ({ query: { reseller_id: people.owner.id } }),
  },
  'create-iptv-line': {
    outcomes: sellers,
    sent: () => ({ body: { isOficial: true, credits: 1, nota: 'Cliente', package: 1 } }),
  },
  'switch-iptv-line': aboutLine({}),
  'extend-iptv-line': aboutLine({ credits: 1 }),
  'delete-iptv-line': aboutLine({}),
  'edit-iptv-line': aboutLine({ nota: 'Outra' }),
  'trust-iptv-line': aboutLine({}),
  'get-iptv-links': aboutLine({}),
  'end-of-day-iptv-line': aboutLine({}),
  'renew-line-password': aboutLine({}),
  'get-line-history': aboutLine(),
  'find-lines-by-whatsapp': {
    outcomes: signedIn,
    sent: () => ({ query: { whatsapp: '5511900000001' } }),
  },
  'set-line-whatsapp': aboutLine({ whatsapp: '5511900000001' }),
  'get-iptv-packages': { outcomes: signedIn },

  'get-dashboard': { outcomes: signedIn },
};

const endpoints = () => rooms(house).map(({ endpoint }) => endpoint);
const endpointOf = (name: string) => endpoints().find((endpoint) => endpoint.name === name)!;
const tokenOf = (caller: Caller) => (caller === 'anonymous' ? undefined : people[caller].token);
const ask = (name: string, sent: Sent, token: string | undefined) => {
  const endpoint = endpointOf(name);
  return call(house, endpoint, endpoint.body ? { body: {}, ...sent } : sent, { token });
};

async function freshObject(about: Row['about']): Promise<number> {
  if (about === 'line') return (await line(house, people.owner)).id;
  if (about === 'account') return (await person(house, { parent: people.owner, balance: 1000 })).id;
  return 0;
}

it('has a row for every call and a call for every row', () => {
  expect(Object.keys(table).toSorted()).toEqual(
    endpoints()
      .map(({ name }) => name)
      .toSorted(),
  );
});

it('gives every call that names an object by its id to nobody beside the tree', () => {
  for (const { name, path } of endpoints()) {
    if (!path.includes(':')) continue;
    const { stranger, sibling, child } = table[name]!.outcomes;
    expect([name, [404, 403].includes(stranger), sibling === stranger, child === stranger]).toEqual(
      [name, true, true, true],
    );
  }
});

describe.each(Object.entries(table))('%s', (name, { outcomes, sent, about }) => {
  it('answers each caller as the table says', async () => {
    const answered: Partial<Outcomes> = {};
    const shapes = new Set<boolean>();
    for (const caller of callers) {
      const request = sent?.(await freshObject(about)) ?? {};
      const { status, body } = await ask(name, request, tokenOf(caller));
      answered[caller] = status;
      shapes.add(status < 400 || (Boolean(body.code) && body.message === body.error));
      // Signing out ends the caller's own sign-in.
      if (name === 'sign-out' && status === 200 && caller !== 'anonymous') {
        people[caller] = { ...people[caller], ...(await session(house, people[caller].username)) };
      }
    }
    expect(answered).toEqual(outcomes);
    expect([...shapes]).toEqual([true]);
  });

  if (about && outcomes.stranger === 404) {
    it('does not tell what is somebody else’s from what does not exist', async () => {
      for (const caller of ['stranger', 'sibling', 'child'] as const) {
        const foreign = await ask(name, sent!(await freshObject(about)), tokenOf(caller));
        const unknown = await ask(name, sent!(9_999_999), tokenOf(caller));
        expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
      }
    });
  }
});

describe('no list, search or figure names an account or a line outside the caller’s tree', () => {
  type Seller = 'stranger' | 'sibling' | 'child' | 'owner' | 'parent' | 'franchise';
  const trees: Record<Seller, Seller[]> = {
    stranger: ['stranger'],
    sibling: ['sibling'],
    child: ['child'],
    owner: ['owner', 'child'],
    parent: ['parent', 'owner', 'sibling', 'child'],
    franchise: ['franchise', 'parent', 'owner', 'sibling', 'child'],
  };
  const names = Object.keys(trees) as Seller[];
  const whatsapp = '5511900000077';
  /** What would give somebody away. */
  const marks = {} as Record<Seller, string[]>;
  beforeAll(async () => {
    for (const [turn, name] of names.entries()) {
      const nota = `marca-de-${name}`;
      const username = `${'9'.repeat(16)}${turn}`;
      await line(house, people[name], { nota, username, whatsapp });
      marks[name] = [nota, username, people[name].username];
    }
  });

  it.each(names)('to the %s', async (caller) => {
    const foreign = names
      .filter((name) => !trees[caller].includes(name))
      .flatMap((name) => marks[name]);
    const reading = endpoints().filter(
      ({ method, path, access }) => method === 'GET' && !path.includes(':') && access !== 'public',
    );
    for (const endpoint of reading) {
      for (const query of [
        {},
        { search: 'marca' },
        { reseller_id: 'tree', per_page: 100 },
        { whatsapp },
      ]) {
        const told = JSON.stringify(
          (await call(house, endpoint, { query }, { token: people[caller].token })).body,
        );
        expect([endpoint.name, query, foreign.filter((mark) => told.includes(mark))]).toEqual([
          endpoint.name,
          query,
          [],
        ]);
      }
    }
  });
});
