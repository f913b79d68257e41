/**
 * Every call rejects a wrong `reg_password`, even a call that does not declare the field
 * (Q-REGPASS).
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { getAvailableMovies } from '@ramal/contract/catalogue/available-titles';
import { listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../accounts.ts';
import { call, createTestContext, type TestContext } from '../context.ts';
import { wholeRequest } from '../requests.ts';
import { moduleRoutes } from '../../src/app.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const wrong = { reg_password: 'wrong' };

it.each([getAvailableMovies, listIptvLines])(
  '$name rejects a wrong reg_password',
  async (endpoint) => {
    const refused = await call(ctx, endpoint as Endpoint, { query: wrong }, { token: admin.token });
    expect(refused).toMatchObject({ status: 403, body: { code: 'wrong_reg_password' } });
    const query = { reg_password: admin.reg_password };
    const { status } = await call(ctx, endpoint as Endpoint, { query }, { token: admin.token });
    expect(status).toBe(200);
  },
);

it('no call succeeds with a wrong reg_password', async () => {
  const passed: string[] = [];
  for (const { endpoint } of moduleRoutes(ctx)) {
    if (endpoint.access === 'public') continue;
    const request = wholeRequest(endpoint);
    const sent =
      endpoint.method === 'GET'
        ? { ...request, query: { ...request.query, ...wrong } }
        : { ...request, body: { ...request.body, ...wrong } };
    const { status } = await call(ctx, endpoint as Endpoint, sent, { token: admin.token });
    if (status === 200) passed.push(endpoint.name);
  }
  expect(passed).toEqual([]);
});
