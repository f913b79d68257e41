import { deleteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { restoreLine } from '@ramal/contract/lines/lines';
import { deleteLineServer, listLineServers } from '@ramal/contract/operations/line-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, line, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { addXuiServer, push, reachesDoubles } from '../../test/line-servers.ts';
import { type XuiDouble, startXui } from '../../test/xui-double.ts';

let ctx: TestContext;
let xui: XuiDouble;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext(reachesDoubles);
  xui = await startXui();
  admin = await person(ctx, { profile: 'admin', until: '2027-03-01T15:00:00Z' });
  seller = await person(ctx, { balance: 10_000, until: '2027-03-01T15:00:00Z' });
});
afterAll(async () => {
  await ctx.close();
  await xui.close();
});

const remove = (id: number) => call(ctx, deleteLineServer, { params: { id } }, admin);
const linesOf = async (id: number) =>
  (await call(ctx, listLineServers, {}, admin)).body.data.find((server) => server.id === id)!.lines;

it('deletes a server only after its lines are deleted on both sides', async () => {
  const { id } = await addXuiServer(ctx, admin, xui);
  const made = await line(ctx, seller, { username: '77000001' });
  const params = { id: made.id };
  await push(ctx);
  expect((await remove(id)).status).toBe(409);
  await call(ctx, deleteIptvLine, { params, body: {} }, seller);
  // The server still has the line.
  expect(await linesOf(id)).toBe(1);
  expect((await remove(id)).status).toBe(409);
  await push(ctx);
  expect(await linesOf(id)).toBe(0);
  expect((await remove(id)).status).toBe(200);
  // The restored line is served by the panel itself.
  expect((await call(ctx, restoreLine, { params }, admin)).status).toBe(200);
  const places = await ctx.owner.query('select from server_lines where line_id = $1', [made.id]);
  expect(places.rows).toEqual([]);
});
