/**
 * Tests every call with every kind of caller. Fails if a call has no row in the access table, or a
 * row has no call.
 */
import { randomUUID } from 'node:crypto';
import { type ApiScope, scopes } from '@ramal/contract/api-keys';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { withInsideNames } from '@ramal/contract/api/translated';
import { readInput } from '@ramal/contract/api/validation';
import { afterEach, afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleRoutes } from '../../src/app.ts';
import type { Binding } from '../../src/foundation/http/bind.ts';
import { countEntries, readTableDigests } from '../access/preview.ts';
import { accessTable as table, makePeople } from '../access/table.ts';
import {
  type Caller,
  type Outcomes,
  type People,
  type Row,
  type CallInput,
  callers,
} from '../access/rows.ts';
import { seedKey } from '../api-keys.ts';
import { type TestContext, call, createTestContext } from '../context.ts';
import { type Person, line, p2pLine, session } from '../accounts.ts';

let ctx: TestContext;
let people: People;
/** Built once, because every build also creates the limiters and caches of all calls. */
let bindings: ReadonlyMap<string, Binding>;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '192.0.2.1' });
  bindings = new Map(moduleRoutes(ctx).map((binding) => [binding.endpoint.name, binding]));
  people = await makePeople(ctx);
});
// The test makes more requests per minute than one key may make. No worker runs in this test, and an
// account with many unfinished batches cannot start another one.
afterEach(() =>
  ctx.owner.query(`
    update flags set is_on = true where not is_on;
    delete from rate_limits where key like 'api-key:%';
    update tasks set state = 'stopped' where state in ('waiting', 'running')`),
);
afterAll(() => ctx.close());

const endpoints = () => [...bindings.values()].map(({ endpoint }) => endpoint);
const tokenOf = (caller: Caller) => (caller === 'anonymous' ? undefined : people[caller].token);
const ask = (name: string, sent: CallInput, token: string | undefined) => {
  const { endpoint } = bindings.get(name)!;
  return call(ctx, endpoint, endpoint.body ? { body: {}, ...sent } : sent, { token });
};

/** Keys with every scope for two accounts, and a read-only key. */
let keys: Record<'owner' | 'stranger' | 'reader', string>;
beforeAll(async () => {
  const keyOf = async (holder: Person, held: readonly ApiScope[]) =>
    (await seedKey(ctx, holder, { scopes: held })).key;
  const reading = scopes.filter((scope) => scope.endsWith(':read'));
  keys = {
    owner: await keyOf(people.owner, scopes),
    stranger: (await seedKey(ctx, people.stranger, { scopes, isExternal: true })).key,
    reader: await keyOf(people.owner, reading),
  };
});

/**
 * Creates the object of a row when a request needs it. Requests share it until one of them may have
 * changed it, because creating an object takes several calls.
 */
function objectFor(about: Row['about']) {
  let id: number | string | undefined;
  return {
    isMissing: () => id === undefined,
    get: async () => (id ??= about ? await about(ctx, people) : 0),
    /** Discards the object if a request with this status may have changed it. */
    discardAfter({ method, writes, download }: Endpoint, status: number): void {
      if (status < 400 && (method !== 'GET' || writes || download)) id = undefined;
    },
  };
}

it('has a row for every call and a call for every row', () => {
  expect(Object.keys(table).toSorted()).toEqual(
    endpoints()
      .map(({ name }) => name)
      .toSorted(),
  );
});

it('the table denies every call on an object’s id to accounts outside the tree', () => {
  for (const { name, path, access } of endpoints()) {
    // The parameters `figure` and `kind` are names and not ids of objects.
    if (!/:(?!(?:figure|kind)\b)/.test(path) || access === 'public') continue;
    const { stranger, sibling, child } = table[name]!.outcomes;
    expect([name, [404, 403].includes(stranger), sibling === stranger, child === stranger]).toEqual(
      [name, true, true, true],
    );
  }
});

describe.each(Object.entries(table))('%s', (name, { outcomes, sent, about }) => {
  const object = objectFor(about);
  const makeRequest = async () => sent?.(await object.get(), people) ?? {};
  const send = async (request: CallInput, token: string | undefined) => {
    const reply = await ask(name, request, token);
    object.discardAfter(bindings.get(name)!.endpoint, reply.status);
    return reply;
  };

  it('each caller gets the status of the table', async () => {
    const answered: Partial<Outcomes> = {};
    const shapes = new Set<boolean>();
    let moved = 0;
    let entries: number | undefined;
    for (const caller of callers) {
      // Creating the object may move credits too.
      if (object.isMissing()) entries = undefined;
      const request = await makeRequest();
      const before = entries ?? (await countEntries(ctx));
      const { status, body } = await send(request, tokenOf(caller));
      entries = await countEntries(ctx);
      moved += entries - before;
      answered[caller] = status;
      shapes.add(status < 400 || (Boolean(body.code) && body.message === body.error));
      // The call `sign-out` ended the session of the caller, so the caller signs in again.
      if (name === 'sign-out' && status === 200 && caller !== 'anonymous') {
        people[caller] = { ...people[caller], ...(await session(ctx, people[caller].username)) };
      }
    }
    expect(answered).toEqual(outcomes);
    expect([...shapes]).toEqual([true]);
    // Calls that move credits accept an Idempotency-Key and offer a dry run.
    expect(moved === 0 || bindings.get(name)!.endpoint.keyed).toBe(true);
  });

  it('a key has the rights of its account within its scopes, but never for calls with a fresh code', async () => {
    const binding = bindings.get(name)!;
    const { access, freshCode, method, writes } = binding.endpoint;
    const isServed = binding.scopeGroup !== undefined && !freshCode;
    const expected = (as: 'owner' | 'stranger', isInScope: boolean) =>
      access === 'public' || (isServed && isInScope) ? outcomes[as] : 403;
    const by = async (key: string) => (await send(await makeRequest(), key)).status;
    expect([await by(keys.owner), await by(keys.stranger), await by(keys.reader)]).toEqual([
      expected('owner', true),
      expected('stranger', true),
      expected('owner', method === 'GET' && !writes),
    ]);
  });

  const spender = (['owner', 'admin'] as const).find((caller) => outcomes[caller] === 200);
  const asPreview = async () => {
    const request = await makeRequest();
    return { request, preview: { ...request, query: { ...request.query, preview: 1 } } };
  };
  it('a dry run is rejected if the call offers none', async () => {
    const { keyed, method, writes } = bindings.get(name)!.endpoint;
    if (!spender || keyed || (method === 'GET' && !writes)) return;
    const { status, body } = await send((await asPreview()).preview, tokenOf(spender));
    expect([status, body.code]).toEqual([422, 'preview_not_offered']);
  });

  it('a dry run changes nothing', async () => {
    if (!spender || !bindings.get(name)!.endpoint.keyed) return;
    const { request, preview } = await asPreview();
    const before = await readTableDigests(ctx);
    const tried = await ask(name, preview, tokenOf(spender));
    expect(await readTableDigests(ctx)).toEqual(before);
    const done = await send(request, tokenOf(spender));
    expect([done.status, tried.status, Object.keys(tried.body)]).toEqual([
      200,
      200,
      [...Object.keys(done.body), 'preview'],
    ]);
    expect(tried.body).toHaveProperty('preview', true);
    expect(await readTableDigests(ctx)).not.toEqual(before);
  });

  if (about && outcomes.stranger === 404) {
    it('foreign and missing objects have the same response', async () => {
      for (const caller of ['stranger', 'sibling', 'child'] as const) {
        const id = await object.get();
        const foreign = await send(sent!(id, people), tokenOf(caller));
        const missingId = typeof id === 'string' ? randomUUID() : 9_999_999;
        const unknown = await ask(name, sent!(missingId, people), tokenOf(caller));
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
  /**
   * Calls that may name the direct parent, because the parent acted or shares a hostname
   * (Q-LOGSCOPE).
   */
  const naming = new Set(['get-log', 'list-dns-shared']);
  const sellers: Partial<Record<Seller, Seller>> = {
    child: 'owner',
    sibling: 'parent',
    owner: 'parent',
    parent: 'franchise',
  };
  const whatsapp = '5511900000077';
  /** Texts that would identify each account in a response. */
  const marks = {} as Record<Seller, string[]>;
  beforeAll(async () => {
    for (const [index, name] of names.entries()) {
      const nota = `marca-de-${name}`;
      const username = `${'9'.repeat(16)}${index}`;
      await line(ctx, people[name], { nota, username, whatsapp });
      await p2pLine(ctx, people[name], undefined, { nota, name: username, whatsapp });
      marks[name] = [nota, username, people[name].username];
    }
  });

  const queries = [{}, { search: 'marca' }, { reseller_id: 'tree', per_page: '100' }, { whatsapp }];
  /** Returns the queries that a call reads differently, because it ignores undeclared fields. */
  function differentQueries({ query: schema }: Endpoint) {
    const inputOf = (query: object) =>
      schema && JSON.stringify(readInput(schema, withInsideNames(schema, query)));
    return [...new Map(queries.map((query) => [inputOf(query), query])).values()];
  }

  it.each(names)('the %s sees no account and no line outside its tree', async (caller) => {
    const foreign = names
      .filter((name) => !trees[caller].includes(name))
      .flatMap((name) => marks[name]);
    const reading = endpoints().filter(
      ({ method, path, access }) => method === 'GET' && !path.includes(':') && access !== 'public',
    );
    for (const endpoint of reading) {
      const seller = naming.has(endpoint.name) ? sellers[caller] : undefined;
      const username = seller && people[seller].username;
      for (const query of differentQueries(endpoint)) {
        const result = JSON.stringify(
          (await call(ctx, endpoint, { query }, { token: people[caller].token })).body,
        );
        expect([
          endpoint.name,
          query,
          foreign.filter((mark) => mark !== username && result.includes(mark)),
        ]).toEqual([endpoint.name, query, []]);
      }
    }
  });
});
