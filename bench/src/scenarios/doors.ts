/** Coming in: a seller at the panel, a customer's app at the player, and its refreshes afterwards. */
import { verifyPassword } from '../../../server/src/sessions/passwords.ts';
import { lineByUsername } from '../../../server/src/player/player.sql.ts';
import { PASSWORD } from '../keep-data-set.ts';
import type { Scenario } from '../scenario.ts';
import type { SoldLine, Stage } from '../stage.ts';

/** The floor is the hash alone: what it costs is what makes it safe. */
const signIn: Scenario = {
  name: 'sign in, one client',
  clients: 1,
  goal: { overFloor: 10 },
  product: (stage, ask) => async () => {
    const { username } = stage.drawing.from(stage.sellers);
    await ask({ method: 'POST', path: '/api/login', body: { username, password: PASSWORD } });
  },
  floor: ({ pool, admin }) => {
    const known = pool
      .query<{ hash: string }>('select password_hash as hash from accounts where id = $1', [
        admin.id,
      ])
      .then(({ rows }) => rows[0]!.hash);
    return async () => {
      await verifyPassword(await known, PASSWORD);
    };
  },
};

export const credentials = ({ username, password }: SoldLine): string =>
  `username=${username}&password=${encodeURIComponent(password)}`;

const playerLogin: Scenario = {
  name: 'player login, 64 clients',
  clients: 64,
  goal: { perSecond: 3_000, p99: 20 },
  product: (stage, ask) => async () => {
    await ask({ path: `/player_api.php?${credentials(stage.drawing.from(stage.playing))}` });
  },
  floor: (stage) => async () => {
    const { username } = stage.drawing.from(stage.playing);
    await stage.floor.db.first(lineByUsername(username, new Date()), 'player-sign-in');
  },
};

const VIEWERS = 1_024;

/** Each refresh of a playlist is a heartbeat. */
const heartbeats: Scenario = {
  name: 'watch heartbeat (HLS refresh)',
  clients: 128,
  goal: { perSecond: 5_000 },
  product: async (stage, ask) => {
    const sessions = await Promise.all(
      stage.playing.slice(0, VIEWERS).map((line) => openViewing(stage, line, ask)),
    );
    let turn = 0;
    return async () => {
      await ask({ path: sessions[turn++ % sessions.length]! });
    };
  },
};

type Ask = Parameters<Scenario['product']>[1];

async function openViewing(
  _stage: Stage,
  { username, password }: SoldLine,
  ask: Ask,
): Promise<string> {
  const playlist = String(await ask({ path: `/live/${username}/${password}/1.m3u8` }));
  return playlist.split('\n').find((line) => line.startsWith('/'))!;
}

export const doors: readonly Scenario[] = [signIn, playerLogin, heartbeats];
