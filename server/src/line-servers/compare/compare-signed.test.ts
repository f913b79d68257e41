/**
 * Compares lines with a service that uses signed calls and returns dates out of range. Only the
 * service is fake.
 */
import { listLineDifferences } from '@ramal/contract/operations/line-servers';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, p2pLine, person } from '../../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { addSignedServer, push, ALLOW_LOCAL_SERVERS } from '../../../test/line-servers.ts';
import { type SignedDouble, startSignedPlatform } from '../../../test/signed-platform-double.ts';
import { findServer } from '../line-servers.sql.ts';
import { compareServer } from './compare-server.ts';

let ctx: TestContext;
let signed: SignedDouble;
let admin: Person;
let serverId: number;
beforeAll(async () => {
  ctx = await createTestContext(ALLOW_LOCAL_SERVERS);
  signed = await startSignedPlatform(() => ctx.clock.now().getTime());
  admin = await person(ctx, { profile: 'admin', until: '2027-03-01T15:00:00Z' });
  serverId = (await addSignedServer(ctx, admin, signed, 'p2p')).id;
});
afterAll(async () => {
  await ctx.close();
  await signed.close();
});

it.each([8_640_000_000_001, 253_402_300_800_000, -1])(
  'an expiry of %s seconds is one difference and does not end the comparison',
  async (seconds) => {
    const seller = await person(ctx, { balance: 10_000, until: '2027-03-01T15:00:00Z' });
    const created = await p2pLine(ctx, seller, p2pLines, {});
    await push(ctx);
    signed.lines.get(created.id)!.expires_at = seconds;
    ctx.clock.forward(60_000);
    await compareServer(ctx, (await findServer(ctx.db, serverId))!);
    const listed = await call(ctx, listLineDifferences, { params: { id: serverId } }, admin);
    expect(listed.body.data).toMatchObject([{ kind: 'expiry', line_id: created.id, theirs: '' }]);
    signed.lines.delete(created.id);
    await ctx.owner.query('delete from server_lines');
  },
);
