/**
 * `npm run bench -- --boxes 10000 --seconds 60`: simulates MAG boxes. After a power cut all boxes
 * sign in within a minute. Then each box polls every 120 seconds, while sellers open the list of
 * boxes.
 */
import type { Fixture, SoldLine } from '../fixture.ts';
import { type Send, connect } from '../http.ts';
import { type Round, percentile, runArrivals } from '../load.ts';
import { print } from '../print.ts';
import { printFigure } from '../report.ts';
import type { Run } from '../run.ts';

interface Box {
  readonly mac: string;
  token: string;
}

const STORM_SECONDS = 60;
const POLL_SECONDS = 120;
const CLIENTS = 200;
const PANEL_A_SECOND = 5;

export const boxes: Run = {
  env: { RAMAL_TRUSTED_PROXIES: '127.0.0.0/8' },
  run: async ({ fixture, server, options }) => {
    const all = await register(fixture, options.boxes);
    const client = connect([server.port], CLIENTS);
    const ask = portalOf(client.send);
    const storm = await runArrivals(all.length / STORM_SECONDS, STORM_SECONDS, (number) =>
      signIn(ask, all[number % all.length]!),
    );
    printRound(`${all.length} sign-ins within a minute`, storm);
    const signedIn = all.filter(({ token }) => token !== '');
    const panel = runArrivals(PANEL_A_SECOND, options.seconds, async () => {
      await client.send({ path: '/api/boxes', token: fixture.large[0]!.token });
    });
    const polls = await runArrivals(all.length / POLL_SECONDS, options.seconds, async (number) => {
      await ask('watchdog', 'get_events', signedIn[number % signedIn.length]!);
    });
    printRound('polls', polls);
    printRound('list of boxes in the panel', await panel);
    client.close();
  },
};

function printRound(name: string, { millis, failures }: Round): void {
  if (failures.first) print(`${name}, first failure: ${failures.first}`);
  printFigure(`${name}, p50 (ms)`, percentile(millis, 50));
  printFigure(`${name}, p99 (ms)`, percentile(millis, 99));
  printFigure(`${name}, failed`, failures.count);
}

const macOf = (number: number): string =>
  `00:1A:79${[16, 8, 0].map((bits) => `:${((number >> bits) & 255).toString(16).padStart(2, '0')}`).join('')}`.toUpperCase();

/** Registers boxes that have already signed in. Each active line gets one or more boxes. */
async function register({ pool, playing }: Fixture, count: number): Promise<Box[]> {
  const lines = Array.from(
    { length: count },
    (_, number): SoldLine => playing[number % playing.length]!,
  );
  const macs = lines.map((_, number) => macOf(number));
  await pool.query('delete from boxes');
  await pool.query(
    `insert into boxes (mac, line_id, created_at, waits_since, serial, pinned_at)
     select mac, line_id, now(), now(), 'BENCH' || right(mac, 5), now() from unnest($1::text[], $2::bigint[]) as box (mac, line_id)`,
    [macs, lines.map(({ id }) => id)],
  );
  return macs.map((mac) => ({ mac, token: '' }));
}

type Ask = (type: string, action: string, box: Box, options?: AskOptions) => Promise<string>;

interface AskOptions {
  readonly fields?: string;
  readonly isDiscarded?: boolean;
}

const portalOf =
  (send: Send): Ask =>
  async (type, action, { mac, token }, { fields = '', isDiscarded = false } = {}) =>
    String(
      await send({
        isDiscarded,
        path: `/portal.php?type=${type}&action=${action}&mac=${encodeURIComponent(mac)}${fields}`,
        ...(token ? { token } : {}),
        // Gives each box an address in a different network.
        address: `10.${mac
          .split(':')
          .slice(3)
          .map((part) => Number.parseInt(part, 16))
          .join('.')}`,
      }),
    );

/** Sends the calls that a box sends after it is switched on. */
async function signIn(ask: Ask, box: Box): Promise<void> {
  const { js } = JSON.parse(await ask('stb', 'handshake', { ...box, token: '' })) as {
    js: { token: string };
  };
  const started = { mac: box.mac, token: js.token };
  const profile = await ask('stb', 'get_profile', started, {
    fields: `&sn=BENCH${box.mac.slice(-5)}&hd=1`,
  });
  if (!profile.includes('"status":0')) throw new Error(profile.slice(0, 200));
  await ask('stb', 'get_localization', started);
  await ask('stb', 'get_modules', started);
  await ask('itv', 'get_all_channels', started, { isDiscarded: true });
  box.token = js.token;
}
