import { type DUE_OFFSETS, getDueLines } from '@ramal/contract/lines/due-lines';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import { extendIptvLine } from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { moveEvents } from '../../test/events.ts';
import { type Person, line, p2pLine, person } from '../../test/accounts.ts';

let ctx: TestContext;
let owner: Person;
beforeAll(async () => {
  ctx = await createTestContext();
});
/** In São Paulo, this is 15:00. */
const NOW = '2026-11-20T18:00:00Z';
beforeEach(async () => {
  ctx.clock.set(NOW);
  owner = await person(ctx, { balance: 100_000, until: '2027-02-01T00:00:00Z' });
});
afterAll(() => ctx.close());

const read = async (query: Record<string, unknown> = {}) =>
  (await call(ctx, getDueLines, { query }, { token: owner.token })).body;

async function due(at: string, change: Record<string, unknown> = {}): Promise<number> {
  const created = await line(ctx, owner, change);
  await expire(created.id, at);
  return created.id;
}
const expire = (id: number, at: string) =>
  ctx.owner.query('update lines set expires_at = $2 where id = $1', [id, at]);

type Offset = (typeof DUE_OFFSETS)[number];
const day = (answer: Awaited<ReturnType<typeof read>>, offset: Offset) =>
  answer.days.find((dueDay) => dueDay.offset === offset)!;

describe('the board', () => {
  it('lists a line on its day in the panel’s time zone instead of UTC', async () => {
    // In São Paulo, the lines are due at 23:30 on the 20th, one second before midnight, and at
    // midnight.
    const [late, last, first] = [
      await due('2026-11-21T02:30:00Z'),
      await due('2026-11-21T02:59:59Z'),
      await due('2026-11-21T03:00:00Z'),
    ];
    const answer = await read();
    expect(answer.days.map(({ offset, day: date }) => [offset, date])).toEqual([
      [-1, '2026-11-19'],
      [0, '2026-11-20'],
      [1, '2026-11-21'],
      [2, '2026-11-22'],
      [3, '2026-11-23'],
    ]);
    expect(day(answer, 0).lines.map(({ id, time }) => [id, time])).toEqual([
      [late, '23:30'],
      [last, '23:59'],
    ]);
    expect(day(answer, 1).lines.map(({ id }) => id)).toEqual([first]);
  });

  it('lists due lines from yesterday to three days ahead', async () => {
    await due('2026-11-19T02:59:59Z');
    await due('2026-11-24T03:00:00Z');
    const yesterday = await due('2026-11-19T03:00:00Z');
    const third = await due('2026-11-24T02:59:59Z');
    const answer = await read();
    expect(answer.days.map(({ total }) => total)).toEqual([1, 0, 0, 0, 1]);
    expect([day(answer, -1).lines[0]!.id, day(answer, 3).lines[0]!.id]).toEqual([yesterday, third]);
  });

  it('excludes tests and disabled or deleted lines and lines of other accounts', async () => {
    const at = '2026-11-20T20:00:00Z';
    await due(at, { isOficial: false });
    const off = await due(at);
    await ctx.owner.query('update lines set is_on = false where id = $1', [off]);
    const gone = await due(at);
    await ctx.owner.query('update lines set deleted_at = now() where id = $1', [gone]);
    const child = await person(ctx, { parent: owner, balance: 1000 });
    const theirs = await line(ctx, child);
    await expire(theirs.id, at);
    expect((await read()).days.map(({ total }) => total)).toEqual([0, 0, 0, 0, 0]);
  });

  it('lists the lines of all platforms together by hour and limits each day', async () => {
    const evening = await due('2026-11-21T22:00:00Z', {
      nota: 'Dona Célia – sala',
      whatsapp: '5511955550142',
    });
    const p2p = await p2pLine(ctx, owner);
    await expire(p2p.id, '2026-11-21T12:00:00Z');
    await due('2026-11-21T23:00:00Z');
    const answer = await read({ per_day: 2 });
    expect(day(answer, 1)).toMatchObject({
      total: 3,
      lines: [
        { id: p2p.id, platform: 'p2p', time: '09:00' },
        { id: evening, platform: 'iptv', nota: 'Dona Célia – sala', whatsapp: '5511955550142' },
      ],
    });
  });

  it('removes a renewed line from the board', async () => {
    const id = await due('2026-11-19T20:00:00Z');
    const extend = { params: { id }, body: { credits: 1 } };
    await call(ctx, extendIptvLine, extend, { token: owner.token });
    expect((await read()).days.map(({ total }) => total)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('the projection', () => {
  it('projects the rest of the month from the renewals of last month', async () => {
    // In October, three lines were due, and two of them were renewed. Both are due again in
    // November, and another line is due in December.
    const lines = [await due('2026-10-10T12:00:00Z'), await due('2026-10-11T12:00:00Z')];
    await due('2026-10-12T12:00:00Z');
    for (const id of lines) {
      ctx.clock.set('2026-10-09T12:00:00Z');
      await call(
        ctx,
        extendIptvLine,
        { params: { id }, body: { credits: 1 } },
        { token: owner.token },
      );
    }
    await moveEvents(ctx, owner.id, '2026-10-09T12:00:00Z');
    ctx.clock.set(NOW);
    await expire(lines[0]!, '2026-11-25T12:00:00Z');
    await expire(lines[1]!, '2026-12-01T02:59:59Z');
    await due('2026-12-01T03:00:00Z');
    const { projection } = await read();
    expect(projection).toMatchObject({
      still_due: 2,
      renewed: 0,
      renewal_rate: 2 / 3,
      credits_if_all: 2,
      credits_likely: 1,
      new_lines: 1,
    });
    // 19 days and 15 hours of 30 days have passed.
    expect(projection.new_lines_likely).toBe(2);
  });

  const insertEvent = (lineId: number, at: string, before: string) =>
    ctx.owner.query(
      `insert into events (at, kind, actor_id, account_id, line_id, before, after)
       values ($1, 'line-extended', $2, $2, $3, jsonb_build_object('expiresAt', $4::text), '{"hundredths": 100}')`,
      [at, owner.id, lineId, before],
    );

  it('counts the lines due last month exactly to the second in any time zone', async () => {
    const days = Array.from({ length: 6 }, (_, day) => 60 * 24 * (day - 3));
    const ends = ['2026-10-01T03:00:00Z', '2026-11-01T03:00:00Z'].map((end) => Date.parse(end));
    const moments = ends.flatMap((end) =>
      [...days, -1 / 60, 1 / 60, -60, 60].map((minutes) => new Date(end + minutes * 60_000)),
    );
    const written = moments.flatMap((at) => [
      at.toISOString(),
      `${new Date(+at - 3 * HOUR_MS).toISOString().slice(0, 19)}-03:00`,
      `${new Date(+at + 14 * HOUR_MS).toISOString().slice(0, 19)}+14:00`,
    ]);
    for (const before of written)
      await insertEvent(await due('2026-12-20T12:00:00Z'), '2026-09-20T12:00:00Z', before);
    await due('2026-10-12T12:00:00Z');
    const fell = written.filter(
      (at) => Date.parse(at) >= ends[0]! && Date.parse(at) < ends[1]!,
    ).length;
    expect((await read()).projection.renewal_rate).toBeCloseTo(fell / (fell + 1), 10);
  });

  it('counts each line due last month once whenever it was renewed', async () => {
    // In October, three lines were due. Two renewals of the first were early, the second was
    // renewed in November, and the third expired. Another line is due in November and was renewed
    // in October.
    const early = await due('2026-12-20T12:00:00Z');
    await insertEvent(early, '2026-10-01T12:00:00Z', '2026-10-15T12:00:00Z');
    await insertEvent(early, '2026-10-02T12:00:00Z', '2026-10-15T12:00:00Z');
    const late = await due('2026-12-20T12:00:00Z');
    await insertEvent(late, '2026-11-03T12:00:00Z', '2026-10-31T12:00:00Z');
    await due('2026-10-12T12:00:00Z');
    const ahead = await due('2026-12-20T12:00:00Z');
    await insertEvent(ahead, '2026-10-20T12:00:00Z', '2026-11-10T12:00:00Z');
    expect((await read()).projection.renewal_rate).toBeCloseTo(2 / 3);
  });

  it('counts a renewal with its cost whichever account paid', async () => {
    const parent = await person(ctx, { profile: 'admin' });
    const id = await due('2026-11-25T12:00:00Z');
    for (const [credits, token] of [
      [1, owner.token],
      [5, parent.token],
    ] as const)
      await call(ctx, extendIptvLine, { params: { id }, body: { credits } }, { token });
    await moveEvents(ctx, owner.id, NOW);
    const { projection } = await read();
    expect(projection).toMatchObject({ renewed: 2, renewed_credits: 6 });
  });

  it('returns no renewal rate before any line was due', async () => {
    expect((await read()).projection).toMatchObject({
      still_due: 0,
      renewal_rate: null,
      credits_if_all: 0,
      credits_likely: 0,
      new_lines_likely: 0,
    });
  });
});
