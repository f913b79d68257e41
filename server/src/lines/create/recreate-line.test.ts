/**
 * Tests recreate and sync without an external service: the line does not change, and the message
 * reports this.
 */
import {
  newP2pUpkeepCalls,
  p2pUpkeepCalls,
  recreateIptvLine,
} from '@ramal/contract/lines/line-recreation';
import { newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, p2pLine, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, {
    balance: 100_000,
    grants: ['lines.new-p2p'],
    until: '2028-01-01',
  });
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

type Act = Parameters<typeof call>[1];
const act = <E extends Act>(what: E, id: number) =>
  call(ctx, what, { params: { id }, body: {} }, { token: seller.token });
const stored = async (id: number) =>
  (await ctx.owner.query('select * from lines where id = $1', [id])).rows[0];
const kinds = async (id: number) =>
  (
    await ctx.owner.query('select kind, before, after from events where line_id = $1 order by id', [
      id,
    ])
  ).rows.slice(1);

describe('recreating an IPTV line', () => {
  it('returns the same credentials and links and changes and charges nothing', async () => {
    const created = await line(ctx, seller);
    const [before, balance] = [await stored(created.id), await readAccountBalance(ctx, seller.id)];
    const { status, body } = await act(recreateIptvLine, created.id);
    const { charged: _, balance: __, ...receipt } = created;
    expect([status, body]).toEqual([
      200,
      {
        ...receipt,
        message:
          'Linha recriada: o que estava tocando foi encerrado e os dados de acesso continuam os mesmos.',
      },
    ]);
    expect([await stored(created.id), await readAccountBalance(ctx, seller.id)]).toEqual([
      before,
      balance,
    ]);
    expect(await kinds(created.id)).toEqual([
      { kind: 'line-recreated', before: null, after: null },
    ]);
  });

  it('ends the streams of the recreated line', async () => {
    const { id } = await line(ctx, seller);
    await ctx.owner.query(
      `insert into viewings (id, line_id, stream_id, title, encoding, started_at, seen_at)
       values (gen_random_uuid(), $1, 1, 'Canal', 'HLS', $2, $2)`,
      [id, ctx.clock.now()],
    );
    await act(recreateIptvLine, id);
    const { rows } = await ctx.owner.query(
      'select ended_because from viewings where line_id = $1',
      [id],
    );
    expect(rows).toEqual([{ ended_because: 'line-stopped' }]);
  });
});

describe.each([
  ['P2P', p2pLines, p2pUpkeepCalls],
  ['new P2P', newP2pLines, newP2pUpkeepCalls],
] as const)('on %s', (_, calls, upkeep) => {
  it('changes nothing and reports that no external service exists and adds an event', async () => {
    const created = await p2pLine(ctx, seller, calls);
    const before = await stored(created.id);
    const recreated = await act(upkeep.recreate, created.id);
    expect(recreated.body).toMatchObject({ name: created.name, pass: created.pass });
    expect(recreated.body.message).toContain('Não há servidor externo');
    const synced = await act(upkeep.sync, created.id);
    expect(synced.body).toMatchObject({ id: created.id, status: 1, endTime: '21/12/2026 12:00' });
    expect(synced.body.message).toContain('Linha conferida: Ativo até 21/12/2026 12:00');
    expect(await stored(created.id)).toEqual(before);
    expect((await kinds(created.id)).map(({ kind }) => kind)).toEqual([
      'line-recreated',
      'line-synced',
    ]);
  });

  it('reports an expired line as expired', async () => {
    const created = await p2pLine(ctx, seller, calls);
    ctx.clock.set('2027-01-05T12:00:00Z');
    expect((await act(upkeep.sync, created.id)).body.message).toContain(
      'Linha conferida: Ativo, vencida em 21/12/2026 12:00',
    );
  });

  it('finds no line of another platform', async () => {
    const { id } = await line(ctx, seller);
    for (const what of [upkeep.recreate, upkeep.sync])
      expect((await act<Act>(what, id)).status).toBe(404);
  });
});
