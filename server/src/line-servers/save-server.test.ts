import { deleteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { restoreLine } from '@ramal/contract/lines/lines';
import { deleteLineServer, listLineServers } from '@ramal/contract/operations/line-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, line, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { addXuiServer, push, ALLOW_LOCAL_SERVERS } from '../../test/line-servers.ts';
import { type XuiDouble, startXui } from '../../test/xui-double.ts';

let ctx: TestContext;
let xui: XuiDouble;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext(ALLOW_LOCAL_SERVERS);
  xui = await startXui();
  admin = await person(ctx, { profile: 'admin', until: '2027-03-01T15:00:00Z' });
  seller = await person(ctx, { balance: 10_000, until: '2027-03-01T15:00:00Z' });
});
afterAll(async () => {
  await ctx.close();
  await xui.close();
});

const remove = (id: number) => call(ctx, deleteLineServer, { params: { id } }, admin);
const countLines = async (id: number) =>
  (await call(ctx, listLineServers, {}, admin)).body.data.find((server) => server.id === id)!.lines;

it('deletes a line server only after its lines are deleted in the panel and on the server', async () => {
  const { id } = await addXuiServer(ctx, admin, xui);
  const soldLine = await line(ctx, seller, { username: '77000001' });
  const params = { id: soldLine.id };
  await push(ctx);
  expect((await remove(id)).status).toBe(409);
  await call(ctx, deleteIptvLine, { params, body: {} }, seller);
  // The deletion was not pushed yet, so the line is still on the line server.
  expect(await countLines(id)).toBe(1);
  expect((await remove(id)).status).toBe(409);
  await push(ctx);
  expect(await countLines(id)).toBe(0);
  expect((await remove(id)).status).toBe(200);
  // The line server was deleted. The panel's own player therefore serves the restored line.
  expect((await call(ctx, restoreLine, { params }, admin)).status).toBe(200);
  const serverLines = await ctx.owner.query('select from server_lines where line_id = $1', [
    soldLine.id,
  ]);
  expect(serverLines.rows).toEqual([]);
});
