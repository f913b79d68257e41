/**
 * Sign-in of a seller to the panel, sign-in of a customer's app to the player, and the app's later
 * refreshes.
 */
import { verifyPassword } from '../../../server/src/access/access.ts';
import { PASSWORD } from '../data-set/open.ts';
import type { Fixture, SoldLine } from '../fixture.ts';
import { type Send, passHumanCheck } from '../http.ts';
import { ROUNDS, type Scenario } from '../scenario.ts';

/**
 * Number of challenges to solve in advance for each second of a round. One client cannot sign in
 * faster.
 */
const SIGN_INS_A_SECOND = 100;

/**
 * Sign-in to the panel with a solved human verification, as from a browser. The floor is only the
 * password hash, whose cost is intended.
 */
const signIn: Scenario = {
  name: 'sign in, one client',
  clients: 1,
  goal: { overFloor: 8 },
  server: async (fixture, send) => {
    const checks = await solveChecks(fixture, send);
    return async () => {
      const { username } = fixture.random.from(fixture.sellers);
      const check = checks.pop() ?? (await passHumanCheck(send));
      const body = { username, password: PASSWORD, ...check };
      await send({ method: 'POST', path: '/api/login', body });
    };
  },
  floor: ({ pool, admin }) => {
    const storedHash = pool
      .query<{ hash: string }>('select password_hash as hash from accounts where id = $1', [
        admin.id,
      ])
      .then(({ rows }) => rows[0]!.hash);
    return async () => {
      await verifyPassword(await storedHash, PASSWORD);
    };
  },
};

/** Solves the challenges for all rounds and for the warm-up, which takes a third of a round. */
function solveChecks({ seconds }: Fixture, send: Send) {
  const length = Math.ceil((ROUNDS + 1 / 3) * seconds * SIGN_INS_A_SECOND);
  return Promise.all(Array.from({ length }, () => passHumanCheck(send)));
}

export const credentials = ({ username, password }: SoldLine): string =>
  `username=${username}&password=${encodeURIComponent(password)}`;

const playerLogin: Scenario = {
  name: 'player login, 64 clients',
  clients: 64,
  goal: { perSecond: 4_500, waiting: 20 },
  openRate: 3_000,
  server: (fixture, send) => async () => {
    await send({ path: `/player_api.php?${credentials(fixture.random.from(fixture.playing))}` });
  },
  floor: (fixture) => async () => {
    const { username } = fixture.random.from(fixture.playing);
    await fixture.pool.query({ name: 'floor-player', text: whoWatches, values: [username] });
  },
};

/** Selects the data that the sign-in response of an app contains. */
const whoWatches = `
  select l.id, l.username, l.password, l.status, l.is_trial, l.expires_at, l.created_at, l.owner_id, l.bouquet_ids,
    p.max_connections, p.id as package, (select count(*) from presence w
      where w.line_id = l.id and w.last_seen_at > now() - interval '45 seconds') as watching
  from lines l left join packages p on p.id = l.package_id
  where l.platform = 'iptv' and l.username = $1 and l.deleted_at is null`;

const VIEWERS = 1_024;
/** Number of players that start at the same moment. The server would reject more. */
const AT_ONCE = 16;

/** Refreshes of a playlist. Each refresh is a heartbeat. */
const heartbeats: Scenario = {
  name: 'watch heartbeat (HLS refresh)',
  clients: 128,
  goal: { perSecond: 8_000 },
  server: async (fixture, send) => {
    const sessions: string[] = [];
    const lines = fixture.playing.slice(0, VIEWERS);
    for (let first = 0; first < lines.length; first += AT_ONCE) {
      const some = lines.slice(first, first + AT_ONCE);
      sessions.push(...(await Promise.all(some.map((line) => openViewing(line, send)))));
    }
    let n = 0;
    return async () => {
      await send({ path: sessions[n++ % sessions.length]! });
    };
  },
};

/** Opens a viewing and returns the address of the playlist that keeps it open. */
const openViewing = async ({ username, password }: SoldLine, send: Send): Promise<string> =>
  lastPath(String(await send({ path: `/live/${username}/${password}/1.m3u8` })));

export const lastPath = (playlist: string): string =>
  playlist.split('\n').findLast((line) => line.startsWith('/')) ?? '';

export const logins: readonly Scenario[] = [signIn, playerLogin, heartbeats];
