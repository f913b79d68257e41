/**
 * Only authenticated callers learn that an action does not exist. All others get the response to a
 * missing session.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moduleRoutes } from '../../src/app.ts';
import { person } from '../accounts.ts';
import { type TestContext, createTestContext } from '../context.ts';

let ctx: TestContext;
let token: string;
let paths: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string }[];
beforeAll(async () => {
  ctx = await createTestContext();
  ({ token } = await person(ctx, { profile: 'admin' }));
  const acting = moduleRoutes(ctx)
    .map(({ endpoint }) => endpoint)
    .filter(({ action, access }) => action !== undefined && access !== 'public');
  paths = acting.map(({ method, path }) => ({ method, url: path.replace(/:\w+/g, '1') }));
});
afterAll(() => ctx.close());

const answers = async (payload: object, authorization?: string) => {
  const statuses = new Set<number>();
  for (const { method, url } of paths) {
    const headers = authorization ? { authorization } : {};
    statuses.add((await ctx.server.inject({ method, url, headers, payload })).statusCode);
  }
  return [...statuses];
};

it.each([{}, { action: 99 }, { action: 'apagar' }])(
  'the unknown action in %j is reported only to signed-in callers',
  async (body) => {
    expect(paths.length).toBeGreaterThan(20);
    expect(await answers(body)).toEqual([401]);
    expect(await answers(body, 'Bearer nada')).toEqual([401]);
    expect(await answers({ action: 99 }, `Bearer ${token}`)).toEqual([422]);
  },
);
