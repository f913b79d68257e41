/** Requests that a customer's app sends after the sign-in, with a package of 50,000 channels. */
import { selectProgrammes } from '../../../server/src/player/lists/guide.sql.ts';
import { selectStreams } from '../../../server/src/player/lists/listed.sql.ts';
import type { Goal, Scenario } from '../scenario.ts';
import { type Query, large, pageScenario } from './callers.ts';
import { credentials } from './logins.ts';

const guidedChannel = (n: number, guided: number): number => 1 + (n % guided);

/** Reads the current and the next programmes of a channel. */
const shortGuide: Scenario = {
  name: 'guide of a channel, 16 clients',
  clients: 16,
  goal: { ofFloor: 0.2 },
  server: (fixture, send) => {
    let n = 0;
    return async () => {
      const user = credentials(fixture.random.from(fixture.playing));
      const stream = 1000 + guidedChannel((n += 1), fixture.size.guided);
      await send({ path: `/player_api.php?${user}&action=get_short_epg&stream_id=${stream}` });
    };
  },
  floor: ({ app, size }) => {
    let n = 0;
    return async () => {
      const channel = `canal-${guidedChannel((n += 1), size.guided)}.br`;
      await app.db.many(selectProgrammes(channel, new Date(), 4), 'prepared');
    };
  },
};

/**
 * Reads only the rows of the channels. The server reads these rows once for all lines of a package.
 */
const channelRows: Scenario['floor'] = (fixture) => async () => {
  await fixture.app.db.many(selectStreams('live', [1, 2, 3, 4], null), 'prepared');
};

const listScenario = (
  name: string,
  path: string,
  clients: number,
  { goal = {}, floor = channelRows }: { goal?: Goal; floor?: Scenario['floor'] | null } = {},
): Scenario => ({
  name,
  clients,
  goal,
  server: (fixture, send) => async () => {
    const user = credentials(fixture.random.from(fixture.playing));
    await send({ path: path.replace('?', `?${user}&`), isDiscarded: true });
  },
  floor: floor ?? undefined,
});

/**
 * Creates a scenario for the channel field of a ticket. The query is empty before the user types.
 */
const pickerScenario = (name: string, query: Query): Scenario =>
  pageScenario(`picker of 50,000 channels: ${name}`, {
    path: '/api/xcode-channels',
    caller: large,
    query,
    goal: { p95: 40 },
  });

export const catalogueScenarios: readonly Scenario[] = [
  shortGuide,
  listScenario('playlist of 50,000 channels, 4 clients', '/get.php?type=m3u_plus&output=ts', 4, {
    goal: { perSecond: 60 },
  }),
  listScenario('channels as JSON, 50,000, 4 clients', '/player_api.php?action=get_live_streams', 4),
  listScenario(
    'one category of 250, 16 clients',
    '/player_api.php?action=get_live_streams&category_id=120',
    16,
  ),
  pickerScenario('default', {}),
  pickerScenario('all match', { search: 'canal' }),
  pickerScenario('few match', { search: 'canal 4711' }),
  listScenario('xmltv of 2,000 channels, 4 clients', '/xmltv.php?', 4, { floor: null }),
];
