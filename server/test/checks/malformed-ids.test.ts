/**
 * A malformed id or address gets status 422 with its field. A well-formed id or address of no
 * object gets status 404.
 */
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { moduleRoutes } from '../../src/app.ts';
import { accessTable, makePeople } from '../access/table.ts';
import type { People } from '../access/rows.ts';
import { type TestContext, call, createTestContext } from '../context.ts';
import { timeLimit } from '../property-runs.ts';

let ctx: TestContext;
let people: People;
let endpoints: readonly Endpoint[];
beforeAll(async () => {
  ctx = await createTestContext();
  people = await makePeople(ctx);
  endpoints = moduleRoutes(ctx).map(({ endpoint }) => endpoint);
});
afterAll(() => ctx.close());

const MALFORMED = 'não é';

/**
 * Returns a caller that has access to the call. The server checks the input only after it checks
 * the access.
 */
const permitted = ({ access }: Endpoint): string | undefined => {
  if (access === 'public') return undefined;
  const { owner, admin } = people;
  return (access.profiles.includes(owner.profile) ? owner : admin).token;
};

const paramsOf = ({ params }: Endpoint): string[] =>
  Object.keys((params as z.ZodObject | undefined)?.shape ?? {});

it('in a path is refused with its field', { timeout: timeLimit(60_000) }, async () => {
  const answered = new Map<string, unknown>();
  for (const endpoint of endpoints)
    for (const param of paramsOf(endpoint)) {
      const params = { [param]: MALFORMED };
      const input = {
        params,
        ...(endpoint.body ? { body: {} } : {}),
        ...(endpoint.upload ? { file: 'x' } : {}),
      };
      const { status, body } = await call(ctx, endpoint, input as never, {
        token: permitted(endpoint),
      });
      if (status !== 422 || !(param in (body.fields ?? {})))
        answered.set(`${endpoint.name} ${param}`, [status, body.code]);
    }
  expect(Object.fromEntries(answered)).toEqual({
    // A wrong secret gets the same response as an expired one.
    'get-export token': [404, 'export_not_found'],
    // Any text is a valid file name.
    'get-ticket-picture name': [404, 'picture_not_found'],
  });
});

it(
  'in a path that is well-formed and unknown is not found',
  { timeout: timeLimit(60_000) },
  async () => {
    const answered = new Map<string, unknown>();
    for (const endpoint of endpoints) {
      const row = accessTable[endpoint.name]!;
      if (!row.about || !endpoint.path.includes(':id') || row.outcomes.stranger !== 404) continue;
      for (const caller of ['owner', 'admin'] as const) {
        if (row.outcomes[caller] !== 200) continue;
        const unknown =
          typeof (await row.about(ctx, people)) === 'string' ? randomUUID() : 9_999_999;
        const { status } = await call(
          ctx,
          endpoint,
          { ...(endpoint.body ? { body: {} } : {}), ...row.sent!(unknown, people) } as never,
          { token: people[caller].token },
        );
        if (status !== 404) answered.set(`${endpoint.name} ${caller}`, status);
      }
    }
    expect(Object.fromEntries(answered)).toEqual({});
  },
);

it.each([
  ['delete-blocked-ip', 'ip', {}],
  ['list-blocked-attempts', 'ip', {}],
  ['create-exempt-network', 'network', { reason: 'Operadora' }],
  ['create-webhook', 'url', { events: ['line.created'] }],
  ['set-link-host', 'host', {}],
  ['take-over-dns-record', 'name', {}],
])('in the body of %s is refused with %s', async (name, field, more) => {
  const endpoint = endpoints.find((declared) => declared.name === name)!;
  const body = { ...more, [field]: MALFORMED };
  const refused = await call(ctx, endpoint, { body } as never, { token: permitted(endpoint) });
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]]);
});
