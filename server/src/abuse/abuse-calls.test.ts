/**
 * Tests the details of a suspicion, the permission to decide about it, and the effect of a decision
 * on the line's players.
 */
import {
  blockForAbuse,
  dismissAbuse,
  getAbuseDetail,
  getAbuseSettings,
  recreateBlocked,
  setAbuseSettings,
} from '@ramal/contract/abuse';
import {
  exportIptvLines,
  extendIptvLine,
  listAllIptvLines,
  listIptvLines,
} from '@ramal/contract/lines/iptv-lines';
import { getMomentAbuse } from '@ramal/contract/watching';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, line, person } from '../../test/accounts.ts';
import { type OpenPlayer, openPlayer } from '../../test/player.ts';
import { findSharingLines } from './detect-sharing.ts';
import { takeovers, insertViewings } from './viewings.fixtures.ts';

let ctx: TestContext;
let player: OpenPlayer;
let admin: Person;
let parent: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  player = await openPlayer(ctx);
  admin = await person(ctx, { profile: 'admin' });
  parent = await person(ctx, { parent: admin, balance: 100_000 });
  seller = await person(ctx, { parent, balance: 100_000 });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('truncate abuse_findings, viewings, presence');
  await ctx.owner.query('update abuse_detection set looked_until = null, automatic = false');
});
afterAll(async () => {
  await player.close();
  await ctx.close();
});

const HOME = '203.0.113.1';
const OTHER = '198.51.100.9';

const act = <E extends Parameters<typeof call>[1]>(
  what: E,
  id: number,
  body?: Record<string, unknown>,
  by = admin,
) => call(ctx, what, { params: { id }, ...(body ? { body } : {}) }, { token: by.token });

async function suspect() {
  const created = await line(ctx, seller);
  const ids = await insertViewings(ctx, created.id, [
    { at: HOME, from: 600, to: 590, stream: 9 },
    { at: HOME, from: 300, to: 200, player: 'TV' },
    { at: OTHER, from: 295, to: 210, player: 'celular' },
    { at: OTHER, from: 100, to: 60, stream: 3 },
    { at: HOME, from: 90, to: 0, stream: 4 },
  ]);
  await findSharingLines(ctx);
  return { ...created, ids };
}

it('shows the finding and its accesses newest first with one colour per overlap', async () => {
  const { id, username, ids } = await suspect();
  const { status, body } = await call(
    ctx,
    getAbuseDetail,
    { params: { id } },
    { token: seller.token },
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, username, block_abuse: false });
  expect(body.findings).toEqual([
    {
      reason: body.abuse_reasons,
      found_at_timestamp: Date.parse(TODAY) / 1000,
      since_timestamp: Date.parse(TODAY) / 1000 - 295 * 60,
      until_timestamp: Date.parse(TODAY) / 1000 - 60 * 60,
      together_minutes: 115,
      times: 4,
      addresses: [OTHER, HOME],
    },
  ]);
  expect(body.logs.map(({ online_id, group }) => [online_id, group])).toEqual([
    [ids[4], 'b'],
    [ids[3], 'b'],
    [ids[2], 'a'],
    [ids[1], 'a'],
  ]);
  expect(body.logs[3]).toEqual({
    content: 'Canal 1',
    encoding: 'HLS',
    aid: expect.stringMatching(/^20261121070000-[0-9A-F]{4}$/),
    ip: HOME,
    created_at: '21/11/2026 07:00:00',
    started_at_timestamp: Date.parse(TODAY) / 1000 - 300 * 60,
    ended_at_timestamp: Date.parse(TODAY) / 1000 - 200 * 60,
    group: 'a',
    online_id: ids[1],
  });
  expect(body.logs[0]?.ended_at_timestamp).toBeNull();
  // The details of one viewing also list the viewings that ran at the same time.
  const concurrent = await call(
    ctx,
    getMomentAbuse,
    { body: { username, online_id: ids[2] } },
    { token: seller.token },
  );
  expect(concurrent.body.map(({ ip, content }) => [ip, content])).toEqual([
    [OTHER, 'Canal 1'],
    [HOME, 'Canal 1'],
  ]);
});

it('shows takeovers that the double check also finds', async () => {
  const { id, username } = await line(ctx, seller);
  const ids = await insertViewings(
    ctx,
    id,
    takeovers([{ stream: 1 }, { at: OTHER, stream: 2 }], { from: 120, to: 10, every: 5 }),
  );
  await findSharingLines(ctx);
  const { body } = await act(getAbuseDetail, id);
  expect(new Set(body.logs.map(({ group }) => group))).toEqual(new Set(['a']));
  expect(body.logs.map(({ online_id }) => online_id)).toEqual(ids.toReversed());
  const concurrent = await call(
    ctx,
    getMomentAbuse,
    { body: { username, online_id: ids[3] } },
    { token: admin.token },
  );
  expect(concurrent.body).toHaveLength(3);
});

it('shows nothing for a line that is not suspect', async () => {
  const { id } = await line(ctx, seller);
  await insertViewings(ctx, id, [{ at: HOME, from: 300, to: 10 }]);
  await findSharingLines(ctx);
  const { body } = await act(getAbuseDetail, id);
  expect(body).toMatchObject({ findings: [], logs: [], abuse_reasons: '' });
});

it('stops playback of a blocked line which can still be renewed', async () => {
  const { id, username, password } = await suspect();
  const url = `${player.url}/live/${username}/${password}/1.m3u8`;
  expect((await fetch(url)).status).toBe(200);
  const { body } = await act(blockForAbuse, id, {});
  expect(body).toEqual({ id, message: 'Usuário bloqueado por abuso' });
  expect((await fetch(url)).status).toBe(403);
  const { rows } = await ctx.owner.query(
    `select count(*)::int as n from viewings where line_id = $1 and ended_at is null`,
    [id],
  );
  expect(rows).toEqual([{ n: 0 }]);
  const renewed = await act(extendIptvLine, id, { credits: 1 }, seller);
  expect(renewed.status).toBe(200);
  expect(renewed.body).toMatchObject({ block_abuse: true });
  expect(renewed.body.abuse_reasons).toMatch(/^Dois endereços/);
  expect((await act(blockForAbuse, id, {})).body.code).toBe('line_blocked_already');
  expect((await act(dismissAbuse, id, {})).body.code).toBe('line_blocked_already');
  // The accesses that led to the block remain visible.
  expect((await act(getAbuseDetail, id)).body.logs).toHaveLength(4);
});

it('unblocks a line with a new password and rejects the old one', async () => {
  const refusal = await suspect();
  await act(blockForAbuse, refusal.id, { reason: 'Vende a senha' });
  const reply = await act(recreateBlocked, refusal.id, undefined, seller);
  expect(reply.status).toBe(200);
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.body).toMatchObject({
    id: refusal.id,
    username: refusal.username,
    message: 'Usuário desbloqueado, com senha nova',
  });
  expect(reply.body.password).not.toBe(refusal.password);
  expect(reply.body.M3U8).toContain(reply.body.password);
  const playing = async (password: string) =>
    (await fetch(`${player.url}/live/${refusal.username}/${password}/1.m3u8`)).status;
  expect(await playing(refusal.password)).toBe(403);
  expect(await playing(reply.body.password)).toBe(200);
  expect((await act(recreateBlocked, refusal.id)).body.code).toBe('line_not_blocked');
  expect((await act(getAbuseDetail, refusal.id)).body).toMatchObject({
    block_abuse: false,
    abuse_reasons: '',
    findings: [],
  });
});

it('unblocks a line once for two simultaneous requests', async () => {
  const { id } = await line(ctx, seller);
  await act(blockForAbuse, id, {});
  const both = await Promise.all([1, 2].map(() => act(recreateBlocked, id)));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

it('only the owner and admins may unblock a line', async () => {
  const { id } = await line(ctx, seller);
  await act(blockForAbuse, id, {});
  expect((await act(recreateBlocked, id, undefined, parent)).body.code).toBe('forbidden');
  expect((await act(getAbuseDetail, id, undefined, parent)).status).toBe(200);
  expect((await act(recreateBlocked, id)).status).toBe(200);
});

it('lists suspects to admins and blocked lines to their owners with the reason', async () => {
  const shop = await person(ctx, { parent, balance: 1_000 });
  const [suspectLine, blocked, free] = [
    await suspect(),
    await line(ctx, shop),
    await line(ctx, shop),
  ];
  await act(blockForAbuse, blocked.id, { reason: 'Vende a senha' });
  const all = (query: Record<string, unknown>) =>
    call(ctx, listAllIptvLines, { query }, { token: admin.token });
  const idsOf = ({ body }: Awaited<ReturnType<typeof all>>) => body.data.map(({ id }) => id);
  expect(idsOf(await all({ suspect: 1, search: suspectLine.username }))).toEqual([suspectLine.id]);
  expect(idsOf(await all({ suspect: 1, search: blocked.username }))).toEqual([]);
  expect(idsOf(await all({ blocked: 1, search: blocked.username }))).toEqual([blocked.id]);
  expect(idsOf(await all({ blocked: 1, search: free.username }))).toEqual([]);
  const ownLines = await call(ctx, listIptvLines, { query: { blocked: 1 } }, { token: shop.token });
  expect(ownLines.body.data).toMatchObject([
    { id: blocked.id, block_abuse: true, abuse_reasons: 'Vende a senha' },
  ]);
  expect(ownLines.body.total).toBe(1);
  const above = await call(
    ctx,
    listIptvLines,
    { query: { blocked: 1, reseller_id: 'tree', search: blocked.username } },
    { token: parent.token },
  );
  expect(idsOf(above)).toEqual([blocked.id]);
  const sheet = await call(
    ctx,
    exportIptvLines,
    { body: { reseller_id: shop.id, blocked: 1, search: free.username } },
    { token: shop.token },
  );
  expect(sheet.body.code).toBe('nothing_to_export');
});

it('stores whether suspects are blocked automatically', async () => {
  const settings = async () => (await call(ctx, getAbuseSettings, {}, { token: admin.token })).body;
  expect(await settings()).toEqual({ automatic: false });
  await call(ctx, setAbuseSettings, { body: { automatic: true } }, { token: admin.token });
  await call(ctx, setAbuseSettings, { body: { automatic: true } }, { token: admin.token });
  expect(await settings()).toEqual({ automatic: true });
  const { rows } = await ctx.owner.query(
    `select before, after from events where kind = 'abuse-blocking-set'`,
  );
  expect(rows).toEqual([{ before: { automatic: false }, after: { automatic: true } }]);
});
