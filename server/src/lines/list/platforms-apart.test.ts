/**
 * Tests that platforms are separate. The calls of a platform find only its own lines, and only IPTV
 * lines play.
 */
import {
  deleteIptvLine,
  editIptvLine,
  endOfDayIptvLine,
  extendIptvLine,
  getIptvLinks,
  switchIptvLine,
  trustIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { type P2pCalls, newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, p2pLine, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 100_000, grants: ['lines.new-p2p'] });
});
afterAll(() => ctx.close());

type Act = Parameters<typeof call>[1];
const services: [string, P2pCalls, P2pCalls][] = [
  ['P2P', p2pLines, newP2pLines],
  ['new P2P', newP2pLines, p2pLines],
];

describe.each(services)('a line on %s', (_name, calls, others) => {
  let created: Awaited<ReturnType<typeof p2pLine>>;
  beforeEach(async () => {
    created = await p2pLine(ctx, seller, calls);
  });

  const act = (what: Act, body: Record<string, unknown>, id: number) =>
    call(ctx, what, { params: { id }, body }, { token: seller.token });
  const stored = async () =>
    (await ctx.owner.query('select * from lines where id = $1', [created.id])).rows[0];

  it('finds no line on the path of another platform', async () => {
    const before = await stored();
    const iptv = (await line(ctx, seller)).id;
    const beside = (await p2pLine(ctx, seller, others)).id;
    const acts = (calls: P2pCalls): [Act, Record<string, unknown>][] => [
      [calls.toggle, {}],
      [calls.extend, { credits: 1 }],
      [calls.remove, {}],
      [calls.edit, { whatsapp: '5511900000001' }],
      [calls.edit, { flagVencimento: 1, exp_day: '2026-12-19' }],
      [calls.editNote, { nota: 'Outra' }],
      [calls.editProduct, { product_id: 2 }],
      [calls.trust, {}],
      [calls.receipt, {}],
      [calls.endOfDay, {}],
    ];
    const iptvActs: [Act, Record<string, unknown>][] = [
      [switchIptvLine, {}],
      [extendIptvLine, { credits: 1 }],
      [deleteIptvLine, {}],
      [editIptvLine, { nota: 'Outra' }],
      [editIptvLine, { flagVencimento: 1, exp_day: '2026-12-19' }],
      [trustIptvLine, {}],
      [getIptvLinks, {}],
      [endOfDayIptvLine, {}],
    ];
    const misplaced = [
      ...acts(calls).flatMap(([what, body]) =>
        [iptv, beside].map((id) => [what, body, id] as const),
      ),
      ...acts(others).map(([what, body]) => [what, body, created.id] as const),
      ...iptvActs.map(([what, body]) => [what, body, created.id] as const),
    ];
    for (const [what, body, id] of misplaced) {
      const reply = await act(what, body, id);
      expect([what.name, reply.status, reply.body.code]).toEqual([
        what.name,
        404,
        'line_not_found',
      ]);
    }
    expect(await stored()).toEqual(before);
  });

  it('never signs in to the player even next to an IPTV line of the same name (Q-P2PPLAY)', async () => {
    const { name, pass } = await p2pLine(ctx, seller, calls, { name: `7${created.id}000` });
    const sameName = await line(ctx, seller, { username: name });
    expect(await entered(sameName.id, sameName)).toEqual({ api: 1, list: true, short: true });
    expect(await entered(sameName.id, { username: name, password: pass })).toMatchObject({
      api: 0,
      list: false,
    });
    expect(await entered(created.id, { username: created.name, password: created.pass })).toEqual({
      api: 0,
      list: false,
      short: false,
    });
  });
});

/**
 * Returns which URLs of the player work for a line: the sign-in, the playlist and the short link.
 */
async function entered(id: number, { username, password }: { username: string; password: string }) {
  const get = (url: string, query: Record<string, string> = {}) =>
    ctx.server.inject({ url, query });
  const api = await get('/player_api.php', { username, password });
  const list = await get('/get.php', { username, password, type: 'm3u_plus', output: 'ts' });
  const { rows } = await ctx.owner.query('select short_code from lines where id = $1', [id]);
  const short = await get(`/s/${rows[0].short_code}`);
  const { pathname, search } = new URL(String(short.headers.location ?? ''), 'http://player');
  const followed = await get(pathname + search);
  return {
    api: api.json<{ user_info: { auth: number } }>().user_info.auth,
    list: list.body.includes('#EXTINF'),
    short: followed.body.includes('#EXTINF'),
  };
}
