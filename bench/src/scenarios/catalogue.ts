/** What an app asks for after its sign-in, where a package holds fifty thousand channels. */
import { programmesOf } from '../../../server/src/player/guide.sql.ts';
import { streamsOf } from '../../../server/src/player/listed.sql.ts';
import type { Scenario } from '../scenario.ts';
import { credentials } from './doors.ts';

const guidedChannel = (turn: number, guided: number): number => 1001 + (turn % guided);

/** A guide's first page of one channel: what runs now and what comes. */
const shortGuide: Scenario = {
  name: 'guide of a channel, 16 clients',
  clients: 16,
  goal: { ofFloor: 0.2 },
  product: (stage, ask) => {
    let turn = 0;
    return async () => {
      const line = stage.drawing.from(stage.playing);
      const channel = guidedChannel((turn += 1), stage.size.guided);
      await ask({
        path: `/player_api.php?${credentials(line)}&action=get_short_epg&stream_id=${channel}`,
      });
    };
  },
  floor: (stage) => {
    let turn = 0;
    return async () => {
      const channel = guidedChannel((turn += 1), stage.size.guided) - 1000;
      await stage.floor.db.many(
        programmesOf(`canal-${channel}.br`, new Date(), 4),
        'player-programmes',
      );
    };
  },
};

const list = (name: string, path: string, clients: number): Scenario => ({
  name,
  clients,
  goal: {},
  product: (stage, ask) => async () => {
    await ask({
      path: `${path.replace('?', `?${credentials(stage.drawing.from(stage.playing))}&`)}`,
    });
  },
  // What it costs to read the rows at all, which the product does once for all lines of a package.
  floor: (stage) => async () => {
    await stage.floor.db.many(streamsOf('live', [1, 2, 3, 4], null), 'player-streams');
  },
});

export const catalogues: readonly Scenario[] = [
  shortGuide,
  list('playlist of 50,000 channels, 4 clients', '/get.php?type=m3u_plus&output=ts', 4),
  list('channels as JSON, 50,000, 4 clients', '/player_api.php?action=get_live_streams', 4),
  list(
    'one category of 250, 16 clients',
    '/player_api.php?action=get_live_streams&category_id=120',
    16,
  ),
  {
    name: 'xmltv of 2,000 channels, 4 clients',
    clients: 4,
    goal: {},
    product: (stage, ask) => async () => {
      await ask({ path: `/xmltv.php?${credentials(stage.drawing.from(stage.playing))}` });
    },
  },
];
