/** Requests of an app after sign-in, with a package of fifty thousand channels. */
import { programmesOf } from '../../../server/src/player/lists/guide.sql.ts';
import { selectStreams } from '../../../server/src/player/lists/listed.sql.ts';
import { listChannelOptions } from '../../../server/src/catalogue/channel-options.ts';
import { large, pageScenario } from '../page-scenario.ts';
import type { Goal, Scenario } from '../scenario.ts';
import { credentials } from './logins.ts';

const guidedChannel = (n: number, guided: number): number => 1001 + (n % guided);

/** The first page of a channel's guide: current and next programmes. */
const shortGuide: Scenario = {
  name: 'guide of a channel, 16 clients',
  clients: 16,
  goal: { ofFloor: 0.2 },
  server: (fixture, send) => {
    let n = 0;
    return async () => {
      const line = fixture.random.from(fixture.playing);
      const channel = guidedChannel((n += 1), fixture.size.guided);
      await send({
        path: `/player_api.php?${credentials(line)}&action=get_short_epg&stream_id=${channel}`,
      });
    };
  },
  floor: (fixture) => {
    let n = 0;
    return async () => {
      const channel = guidedChannel((n += 1), fixture.size.guided) - 1000;
      await fixture.app.db.many(programmesOf(`canal-${channel}.br`, new Date(), 4), 'prepared');
    };
  },
};

const list = (name: string, path: string, clients: number, goal: Goal = {}): Scenario => ({
  name,
  clients,
  goal,
  server: (fixture, send) => async () => {
    await send({
      path: `${path.replace('?', `?${credentials(fixture.random.from(fixture.playing))}&`)}`,
      isThrownAway: true,
    });
  },
  // Reads only the rows, which the server does once for all lines of a package.
  floor: (fixture) => async () => {
    await fixture.app.db.many(selectStreams('live', [1, 2, 3, 4], null), 'prepared');
  },
});

/** Requests of the channel field in a ticket, before and while the user types. */
const picker = (name: string, query: { search?: string }): Scenario =>
  pageScenario(
    {
      name: `picker of 50,000 channels: ${name}`,
      path: '/api/xcode-channels',
      caller: large,
      goal: { p95: 40 },
    },
    query as Record<string, string>,
    (ctx) => listChannelOptions(ctx, query.search),
  );

export const catalogueScenarios: readonly Scenario[] = [
  shortGuide,
  list('playlist of 50,000 channels, 4 clients', '/get.php?type=m3u_plus&output=ts', 4, {
    perSecond: 60,
  }),
  list('channels as JSON, 50,000, 4 clients', '/player_api.php?action=get_live_streams', 4),
  list(
    'one category of 250, 16 clients',
    '/player_api.php?action=get_live_streams&category_id=120',
    16,
  ),
  picker('the first', {}),
  picker('of all', { search: 'canal' }),
  picker('of few', { search: 'canal 4711' }),
  {
    name: 'xmltv of 2,000 channels, 4 clients',
    clients: 4,
    goal: {},
    server: (fixture, send) => async () => {
      const path = `/xmltv.php?${credentials(fixture.random.from(fixture.playing))}`;
      await send({ path, isThrownAway: true });
    },
  },
];
