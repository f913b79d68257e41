/**
 * The viewers of a simulated town: households, travellers, phones, and people who share a line.
 * Each kind creates the day of one line. The same people are in the same homes every day.
 * `household` marks sessions of the same home, which only the score reads.
 */
import { type Draw, happens, drawOne, whole } from './draw.ts';
import { HOUR, MINUTE, type SimulatedSession, retryAfterCut } from './one-line.ts';

interface LineDay {
  readonly screens: number;
  readonly sessions: readonly SimulatedSession[];
}

/**
 * Function that creates the day of a line. `account` draws the values that are the same every day,
 * and `day` draws all other values.
 */
export type Kind = (account: Draw, day: Draw) => LineDay;

const APPS = ['Smarters', 'XCIPTV', 'okhttp/4.9', 'VLC/3.0', 'TiviMate'];
/**
 * Address blocks of providers that give each home a fixed address. `CARRIERS` are blocks of
 * carriers whose customers share addresses.
 */
const BLOCKS = Array.from({ length: 40 }, (_, n) => `187.${n + 20}`);
const CARRIERS = ['179.240', '179.241', '177.79', '177.80', '191.56', '191.57'];
const ADDRESSES_OF_CARRIER = 400;

const homeIn = (draw: Draw, block: string): (() => string) => {
  const ip = `${block}.${whole(draw, 0, 255)}.${whole(draw, 1, 254)}`;
  return () => ip;
};
const home = (draw: Draw) => homeIn(draw, drawOne(draw, BLOCKS));
const home6 = (draw: Draw): ((device: number) => () => string) => {
  const network = `2804:${whole(draw, 1, 999)}:${whole(draw, 1, 9999)}:${whole(draw, 1, 9999)}`;
  return (device) => () => `${network}::${device + 1}`;
};
/**
 * Returns the addresses of a customer of a mobile carrier. An address is used for some time and
 * then replaced by another address of the block.
 */
const mobile = (account: Draw, day: Draw): (() => string) => {
  const block = drawOne(account, CARRIERS);
  const another = () => {
    const n = whole(day, 0, ADDRESSES_OF_CARRIER - 1);
    return `${block}.${n % 200}.${(n >> 3) + 1}`;
  };
  let limited = another();
  return () => (happens(day, 0.4) ? (limited = another()) : limited);
};
/**
 * Returns the addresses of a customer of a small provider. All homes of this provider share a few
 * addresses, and each connection gets one of them.
 */
const sharedProvider = (draw: Draw) => (): string => `45.70.12.${whole(draw, 1, 48)}`;

const player = (draw: Draw, device: string) => `${drawOne(draw, APPS)} (${device})`;

/** Creates some sessions of one player within these hours of the day. */
function sits(
  draw: Draw,
  account: Pick<SimulatedSession, 'household' | 'player' | 'address'> & Partial<SimulatedSession>,
  [from, to]: readonly [number, number],
  times = whole(draw, 1, 3),
): SimulatedSession[] {
  const part = ((to - from) * HOUR) / times;
  return Array.from({ length: times }, (_, n) => {
    const begins = from * HOUR + n * part + draw(0, part * 0.4);
    return { ...account, from: begins, to: begins + draw(part * 0.2, part * 0.58) };
  });
}

const EVENING = [18, 23.8] as const;
const DAY = [7, 23.8] as const;

/**
 * Creates the sessions of a phone that moves between networks. Its connection in the previous
 * network ends late.
 */
function roams(draw: Draw, places: readonly (() => string)[], device: string): SimulatedSession[] {
  const sessions: SimulatedSession[] = [];
  let at = draw(7, 10) * HOUR;
  for (let index = 0; at < 22 * HOUR; index += 1) {
    const stays = draw(4, 70) * MINUTE;
    const moves = happens(draw, 0.6);
    sessions.push({
      household: 0,
      player: device,
      address: places[index % places.length]!,
      from: at,
      to: at + stays,
      linger: moves ? draw(0, 100_000) : 0,
      // A player that changes its network continues to play the same channel.
      stream: moves ? 7 : whole(draw, 1, 300),
      zaps: !moves && happens(draw, 0.5),
    });
    at += stays + (moves ? draw(1_000, 15_000) : draw(5, 120) * MINUTE);
  }
  return sessions;
}

const twoHomes =
  (
    places: (account: Draw, day: Draw) => readonly [() => string, () => string],
    hours = EVENING,
  ): Kind =>
  (account, day) => {
    const app = drawOne(account, APPS);
    return {
      screens: drawOne(account, [0, 2, 3]),
      sessions: places(account, day).flatMap((ip, household) =>
        sits(
          day,
          {
            household,
            player: happens(account, 0.5) ? app : player(account, `TV ${household}`),
            address: ip,
          },
          hours,
          whole(day, 1, 2),
        ),
      ),
    };
  };

export const honest: Record<string, readonly [number, Kind]> = {
  'one television': [
    1700,
    (account, day) => ({
      screens: 1,
      sessions: sits(
        day,
        { household: 0, player: player(account, 'TV'), address: home(account) },
        DAY,
      ),
    }),
  ],
  'one home, several televisions': [
    1000,
    (account, day) => {
      const ip = home(account);
      const places = home6(account);
      const isSix = happens(account, 0.3);
      return {
        screens: drawOne(account, [1, 2, 3]),
        sessions: [0, 1, 2].flatMap((n) =>
          sits(
            day,
            {
              household: 0,
              player: player(account, `TV ${n}`),
              address: isSix ? places(n) : ip,
              comesBack: retryAfterCut(day, 5_000, 5 * MINUTE),
            },
            DAY,
          ),
        ),
      };
    },
  ],
  'one home with IPv4 and IPv6': [
    250,
    (account, day) => ({
      screens: 2,
      sessions: [home(account), home6(account)(1)].flatMap((ip, n) =>
        sits(day, { household: 0, player: player(account, `TV ${n}`), address: ip }, EVENING),
      ),
    }),
  ],
  'one home behind a provider’s shared addresses': [
    400,
    (account, day) => ({
      screens: 2,
      sessions: [0, 1].flatMap((n) =>
        sits(
          day,
          { household: 0, player: player(account, `TV ${n}`), address: sharedProvider(day) },
          EVENING,
        ),
      ),
    }),
  ],
  'one phone between Wi-Fi and cells': [
    500,
    (account, day) => ({
      screens: drawOne(account, [1, 2]),
      sessions: roams(day, [home(account), mobile(account, day)], player(account, 'Android')),
    }),
  ],
  'one phone on cells alone': [
    250,
    (account, day) => {
      const carrier = mobile(account, day);
      return {
        screens: 1,
        sessions: roams(day, [carrier, carrier, carrier], player(account, 'Android')),
      };
    },
  ],
  'two phones of one home on cells': [
    60,
    (account, day) => ({
      screens: 2,
      sessions: [0, 1].flatMap((n) =>
        sits(
          day,
          { household: 0, player: player(account, `fone ${n}`), address: mobile(account, day) },
          DAY,
          5,
        ),
      ),
    }),
  ],
  traveller: [
    250,
    (account, day) => {
      const device = { household: 0, player: player(account, 'TV stick') };
      return {
        screens: 1,
        sessions: [
          ...sits(day, { ...device, address: home(account) }, [6, 9]),
          ...sits(day, { ...device, address: home(day) }, [9.2, 16]),
          ...sits(day, { ...device, address: home(account) }, [17, 23]),
        ],
      };
    },
  ],
  'a home whose phone goes out': [
    180,
    (account, day) => {
      const ip = home(account);
      const phone = { household: 0, player: player(account, 'fone') };
      return {
        screens: 2,
        sessions: [
          ...sits(day, { household: 0, player: player(account, 'TV'), address: ip }, DAY, 3),
          ...sits(day, { ...phone, address: ip }, [6, 8], 1),
          ...sits(day, { ...phone, address: mobile(account, day) }, [9, 22], 4),
        ],
      };
    },
  ],
  'a home whose phone goes out and never plays at home': [
    4,
    (account, day) => ({
      screens: 2,
      sessions: [
        ...sits(
          day,
          { household: 0, player: player(account, 'TV'), address: home(account) },
          DAY,
          2,
        ),
        ...sits(
          day,
          { household: 0, player: player(account, 'fone'), address: mobile(account, day) },
          DAY,
          3,
        ),
      ],
    }),
  ],
  'a television left on, and a hotel': [
    3,
    (account, day) => ({
      screens: 2,
      sessions: [
        { household: 0, player: 'TV', address: home(account), from: 8 * HOUR, to: 20 * HOUR },
        ...sits(day, { household: 0, player: 'notebook', address: home(day) }, [9, 19], 2),
      ],
    }),
  ],
};

export const sharers: Record<string, readonly [number, Kind]> = {
  'two homes': [140, twoHomes((account) => [home(account), home(account)])],
  'two homes of one provider, same block': [
    60,
    twoHomes((account) => {
      const block = drawOne(account, BLOCKS);
      return [homeIn(account, block), homeIn(account, block)];
    }),
  ],
  'two IPv6 homes': [30, twoHomes((account) => [home6(account)(1), home6(account)(1)])],
  'a home and one behind shared addresses': [
    60,
    twoHomes((account, day) => [home(account), sharedProvider(day)]),
  ],
  'three to five homes': [
    30,
    (account, day) => ({
      screens: 0,
      sessions: Array.from({ length: whole(account, 3, 5) }, (_, household) =>
        sits(day, { household, player: player(account, 'TV'), address: home(account) }, EVENING),
      ).flat(),
    }),
  ],
  'two homes on one screen, coming back by hand': [
    50,
    (account, day) => ({
      screens: 1,
      sessions: [0, 1].map((household) => ({
        household,
        player: player(account, 'TV'),
        address: home(account),
        from: day(19, 20) * HOUR,
        to: day(21.5, 23) * HOUR,
        comesBack: retryAfterCut(day, 0.5 * MINUTE, 8 * MINUTE, 0.97),
      })),
    }),
  ],
  'two homes on one screen, apps that reconnect': [
    30,
    (account, day) => {
      const places = [home(account), home(account)];
      return {
        screens: 1,
        sessions: [10, 13, 16, 19, 21].flatMap((hour) =>
          places.map((ip, household) => ({
            household,
            player: player(account, `TV ${household}`),
            address: ip,
            from: (hour + day(0, 0.1)) * HOUR,
            to: (hour + 0.1) * HOUR + day(1, 5) * MINUTE,
            comesBack: retryAfterCut(day, 4_000, 12_000, 1),
          })),
        ),
      };
    },
  ],
  'two homes, less than the criteria': [
    40,
    (account, day) => {
      const [firstHome, other] = [home(account), home(account)];
      return {
        screens: 2,
        sessions: [
          ...sits(day, { household: 0, player: player(account, 'TV'), address: firstHome }, DAY, 2),
          {
            household: 1,
            player: player(account, 'TV'),
            address: other,
            from: 20 * HOUR,
            to: 20 * HOUR + day(5, 28) * MINUTE,
          },
        ],
      };
    },
  ],
  'two homes, both behind shared addresses': [
    7,
    twoHomes((account, day) => [sharedProvider(day), mobile(account, day)]),
  ],
  'two homes, one on IPv4 and one on IPv6': [
    7,
    twoHomes((account) => [home(account), home6(account)(1)]),
  ],
};
