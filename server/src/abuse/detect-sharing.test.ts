/**
 * Tests cases of sharing and of ordinary use. Each case consists of the viewings of one line, which
 * are examined once.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, createTestContext } from '../../test/context.ts';
import { seedLine } from '../../test/player.ts';
import { findSharingLines } from './detect-sharing.ts';
import { type ViewingFixture, takeovers, insertViewings } from './viewings.fixtures.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('truncate abuse_findings, abuse_blocks, viewings, presence');
  await ctx.owner.query('update abuse_detection set looked_until = null, automatic = false');
});
afterAll(() => ctx.close());

const HOME = '203.0.113.1';
const OTHER = '198.51.100.9';
const THIRD = '192.0.2.44';
const HOME6 = '2001:db8:1:1::10';

/** Returns the finding for a line with these viewings, or undefined. */
async function findingFor(
  viewings: readonly ViewingFixture[],
  neighbours: readonly ViewingFixture[] = [],
) {
  const { id } = await seedLine(ctx);
  for (const viewing of neighbours) await insertViewings(ctx, (await seedLine(ctx)).id, [viewing]);
  await insertViewings(ctx, id, viewings);
  const lines = await findSharingLines(ctx);
  const { rows } = await ctx.owner.query(
    `select together_seconds / 60 as minutes, times, take_overs as "takeOvers", places, reason
     from abuse_findings where line_id = $1`,
    [id],
  );
  expect(lines).toEqual(rows.length === 0 ? [] : [id]);
  return rows[0];
}

/** Returns the given number of addresses from one /16 block of a carrier. */
const pool = (count: number) =>
  Array.from({ length: count }, (_, n) => `179.240.${n * 7}.${n + 3}`);

describe('sharing', () => {
  it.each<[string, ViewingFixture[], object]>([
    [
      'two households that watch together three times',
      [
        { at: HOME, from: 300, to: 20 },
        { at: OTHER, from: 280, to: 260 },
        { at: OTHER, from: 200, to: 180 },
        { at: OTHER, from: 100, to: 80 },
      ],
      { minutes: 60, times: 3 },
    ],
    [
      'two households for one long evening without a break',
      [
        { at: HOME, from: 120, to: 10 },
        { at: OTHER, from: 110, to: 20 },
      ],
      { minutes: 90, times: 3 },
    ],
    [
      'three households and counts their common time once',
      [HOME, OTHER, THIRD].map((at) => ({ at, from: 100, to: 20 })),
      { minutes: 80, times: 3, places: [THIRD, OTHER, HOME] },
    ],
    [
      'households that zap all the time',
      Array.from({ length: 40 }, (_, n): ViewingFixture[] => [
        { at: HOME, from: 100 - n * 2, to: 98.2 - n * 2, stream: n },
        { at: OTHER, from: 99.5 - n * 2, to: 97.6 - n * 2, stream: n + 50 },
      ]).flat(),
      { times: 3 },
    ],
    [
      'two households on the same app and channel, neighbours at the same provider',
      [
        { at: '187.20.3.4', from: 120, to: 10, player: 'Smarters' },
        { at: '187.20.9.8', from: 115, to: 15, player: 'Smarters' },
      ],
      { minutes: 100 },
    ],
    [
      'a household and another one behind its provider’s shared address',
      [
        { at: HOME, from: 120, to: 10 },
        { at: '179.240.1.1', from: 115, to: 15 },
      ],
      { minutes: 100 },
    ],
    [
      'five households of one provider, in one block',
      pool(5).map((at, n) => ({ at, from: 120, to: 10, player: `TV ${n}` })),
      { minutes: 110 },
    ],
    [
      'two IPv6 households',
      [
        { at: HOME6, from: 120, to: 10 },
        { at: '2001:db8:1:2::10', from: 115, to: 15 },
      ],
      { minutes: 100, places: ['2001:db8:1:1::/64', '2001:db8:1:2::/64'] },
    ],
    [
      'players that are still watching',
      [
        { at: HOME, from: 120, to: 0 },
        { at: OTHER, from: 110, to: 0 },
      ],
      { minutes: 110 },
    ],
    [
      'two households that take one screen from each other again and again',
      takeovers([{ stream: 1 }, { at: OTHER, stream: 2 }], { from: 120, to: 10, every: 6 }),
      { takeOvers: 18 },
    ],
    [
      'short fights over one screen, many a day',
      [400, 300, 200, 100].flatMap((from) =>
        takeovers([{ stream: 1 }, { at: OTHER, stream: 2 }], { from, to: from - 2.5, every: 0.5 }),
      ),
      { minutes: 0, takeOvers: 16 },
    ],
    [
      'one fight over the screen for longer than half an hour',
      takeovers([{ stream: 1 }, { at: OTHER, stream: 2 }], { from: 60, to: 18, every: 3 }),
      { times: 2, takeOvers: 13 },
    ],
    [
      'a neighbour’s phone on a carrier that never appears in this home',
      [
        { at: HOME, from: 120, to: 10, player: 'TV' },
        { at: '179.240.1.1', from: 115, to: 15, player: 'celular do vizinho' },
      ],
      { minutes: 100 },
    ],
  ])('finds %s', async (_, viewings, expected) => {
    const shared = [1, 2, 3].map(() => ({ at: '179.240.1.1', from: 500, to: 490 }));
    expect(await findingFor(viewings, shared)).toMatchObject(expected);
  });
});

describe('honest use', () => {
  it.each<[string, ViewingFixture[]]>([
    [
      'one household with two televisions and a tablet',
      ['sala', 'quarto', 'tablet'].map((player) => ({ at: HOME, from: 300, to: 10, player })),
    ],
    [
      'one IPv6 household with an address per player',
      [1, 2, 3].map((n) => ({ at: `2001:db8:1:1::${n}`, from: 300, to: 10, player: `TV ${n}` })),
    ],
    [
      'one household that has IPv4 and IPv6',
      [
        { at: HOME, from: 300, to: 10, player: 'TV' },
        { at: HOME6, from: 290, to: 10, player: 'celular' },
      ],
    ],
    [
      'one household with IPv4 and IPv6 whose phone leaves for a moment',
      [
        { at: HOME, from: 300, to: 10, player: 'TV' },
        { at: HOME6, from: 290, to: 10, player: 'celular' },
        { at: OTHER, from: 200, to: 195, player: 'celular' },
      ],
    ],
    [
      'a traveller at home in the evening and in a hotel in the morning',
      [
        { at: HOME, from: 900, to: 700 },
        { at: OTHER, from: 300, to: 100 },
        { at: HOME, from: 90, to: 10 },
      ],
    ],
    [
      'a phone between Wi-Fi and a carrier whose old connections end late',
      Array.from({ length: 20 }, (_, n) => ({
        at: n % 2 === 0 ? HOME : `179.240.5.${n}`,
        from: 400 - n * 20,
        to: 378 - n * 20,
        player: 'celular',
      })),
    ],
    [
      'a phone that changes addresses of its carrier',
      pool(30).map((at, n) => ({ at, from: 600 - n * 20, to: 578.5 - n * 20, player: 'celular' })),
    ],
    [
      'two phones of one household on a carrier with changing addresses',
      pool(12).flatMap((at, n) => [
        { at, from: 600 - n * 50, to: 552 - n * 50, player: n % 2 ? 'dela' : 'dele' },
        { at: `179.240.200.${n}`, from: 598 - n * 50, to: 551 - n * 50, player: 'tablet' },
      ]),
    ],
    [
      'two phones of one household that each use three addresses of their carrier',
      ['177.80', '191.56'].flatMap((block) =>
        [1, 2, 3].map((n) => ({
          at: `${block}.${n}.9`,
          from: 250 - n * 60,
          to: 190 - n * 60,
          player: block,
        })),
      ),
    ],
    [
      'the phone of a home on a carrier while the television continues',
      [
        { at: HOME, from: 700, to: 650, player: 'celular' },
        { at: HOME, from: 400, to: 10, player: 'TV' },
        ...pool(6).map((at, n) => ({
          at,
          from: 380 - n * 60,
          to: 330 - n * 60,
          player: 'celular',
        })),
      ],
    ],
    [
      'a phone that flickers between two networks on one screen, on the same channel',
      takeovers([{ player: 'celular' }, { player: 'celular', at: OTHER }], {
        from: 200,
        to: 10,
        every: 2,
      }),
    ],
    [
      'half an hour of common time',
      [
        { at: HOME, from: 300, to: 10 },
        ...[200, 150, 100].map((from) => ({ at: OTHER, from, to: from - 10 })),
      ],
    ],
    [
      'two long periods of common time',
      [
        { at: HOME, from: 300, to: 10 },
        ...[200, 100].map((from) => ({ at: OTHER, from, to: from - 25 })),
      ],
    ],
    [
      'a television that stays on and one remote takeover',
      takeovers([{ stream: 1 }, { at: OTHER, stream: 2 }], { from: 60, to: 57, every: 0.1 }),
    ],
    [
      'accesses with an unknown address',
      [
        { at: null, from: 300, to: 10 },
        { at: HOME, from: 300, to: 10 },
      ],
    ],
    [
      'viewings older than the window',
      [
        { at: HOME, from: 3000, to: 1500 },
        { at: OTHER, from: 3000, to: 1500 },
        { at: HOME, from: 60, to: 10 },
      ],
    ],
  ])('does not find %s', async (_, viewings) => {
    expect(await findingFor(viewings)).toBeUndefined();
  });

  it('two addresses of a carrier that many lines use make no finding', async () => {
    const both = ['179.240.1.1', '177.80.9.9'];
    const neighbours = both.flatMap((at) => [1, 2, 3].map(() => ({ at, from: 500, to: 490 })));
    const viewings = both.map((at, n) => ({ at, from: 200, to: 10, player: `celular ${n}` }));
    expect(await findingFor(viewings, neighbours)).toBeUndefined();
  });
});

describe('a block with players from other blocks', () => {
  /**
   * Makes the detection learn that the address block belongs to a mobile network. Phones of other
   * lines first watch at home, and then from two addresses of the block.
   */
  const learn = async () => {
    for (let n = 1; n <= 5; n += 1)
      await insertViewings(ctx, (await seedLine(ctx)).id, [
        { at: `187.20.${n}.1`, from: 400, to: 380, player: 'celular' },
        { at: `179.240.${n}.1`, from: 370, to: 350, player: 'celular' },
        { at: `179.240.${n}.2`, from: 340, to: 320, player: 'celular' },
      ]);
    await findSharingLines(ctx);
  };
  const television: ViewingFixture = { at: HOME, from: 300, to: 0, player: 'TV' };
  const phone = (n: number): ViewingFixture => ({
    at: `179.240.90.${n}`,
    from: 290,
    to: 0,
    player: `celular ${n}`,
  });

  it('the only phone of a line in a mobile block makes no finding', async () => {
    await learn();
    expect(await findingFor([television, phone(1)])).toBeUndefined();
  });

  it('two phones in a mobile block are compared with the home', async () => {
    await learn();
    expect(await findingFor([television, phone(1), phone(2)])).toBeDefined();
  });

  it('a block without players from other blocks is not mobile', async () => {
    await learn();
    expect(
      await findingFor([television, { ...television, at: OTHER, player: 'celular' }]),
    ).toBeDefined();
  });
});

describe('the text of a finding', () => {
  it.each<[ViewingFixture[], RegExp]>([
    [
      [
        { at: HOME, from: 182, to: 60 },
        { at: OTHER, from: 180, to: 106 },
      ],
      /^Dois endereços assistiram ao mesmo tempo por 1 h 14 min, em 3 momentos, de 21\/11 09:00 a 21\/11 10:14\.$/,
    ],
    [
      [HOME, OTHER, THIRD].map((at) => ({ at, from: 130, to: 10 })),
      /^Três endereços assistiram ao mesmo tempo por 2 h, em 4 momentos, /,
    ],
    [
      takeovers([{ stream: 1 }, { at: OTHER, stream: 2 }], { from: 120, to: 10, every: 5 }),
      /^Dois endereços assistiram ou disputaram a tela ao mesmo tempo por 1 h \d\d min, em \d momentos, .+\. Um derrubou o outro 21 vezes\.$/,
    ],
    [
      [400, 300, 200].flatMap((from) =>
        takeovers([{ stream: 1 }, { at: OTHER, stream: 2 }], { from, to: from - 2.5, every: 0.5 }),
      ),
      /^Dois endereços derrubaram um ao outro 12 vezes, em 3 momentos, /,
    ],
  ])('states the numbers of case %#', async (viewings, words) => {
    expect((await findingFor(viewings))?.reason).toMatch(words);
  });
});
