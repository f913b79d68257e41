/**
 * Every rate limit of the product. The counts stand in PostgreSQL, so that all processes together
 * allow this much; `rate-limiter.ts` applies them.
 */
export interface RateLimit {
  /** What is counted. A network is an IPv4 address or the /64 of an IPv6 address, see `networkOf`. */
  readonly key: string;
  readonly points: number;
  readonly seconds: number;
  /**
   * A key over the limit is refused from memory until its time is over, without a query. Only where
   * nothing gives a point back.
   */
  readonly refusesFromMemory?: true;
}

const MINUTE = 60;
const TEN_MINUTES = 10 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

export const rateLimits = {
  // Signing in to the panel (Q-HUMAN). A success gives its attempts back.
  'sign-in-address': { key: 'network', points: 20, seconds: MINUTE },
  'sign-in-pair': { key: 'account and network or known device', points: 5, seconds: MINUTE },
  // Five a minute for a whole day would find a code once in fifty.
  'sign-in-second': {
    key: 'account, with its network or device if known',
    points: 20,
    seconds: HOUR,
  },
  // Attempts of all strangers together, before any hashing: from networks that try the account for
  // the first time within the hour, and from the others (Q-LOGINPRESSURE).
  'sign-in-first-try': { key: 'account and network', points: 1, seconds: HOUR },
  'sign-in-strangers': { key: 'account', points: 15, seconds: MINUTE },
  'sign-in-strangers-again': { key: 'account', points: 5, seconds: MINUTE },
  'passkey-offer': { key: 'network', points: 60, seconds: MINUTE, refusesFromMemory: true },

  // API keys: all calls of one, and keys with a right checksum that are nobody's.
  'api-key': { key: 'API key', points: 300, seconds: MINUTE, refusesFromMemory: true },
  'api-key-wrong': { key: 'network', points: 30, seconds: MINUTE },

  // Showing a code, a passkey or the password again. A right answer gives its attempt back.
  'verification-minute': { key: 'account', points: 5, seconds: MINUTE },
  'verification-hour': { key: 'account', points: 20, seconds: HOUR },

  // New passwords, counted before they are hashed: of accounts that are created or edited, and one's own.
  'password-setting': { key: 'account', points: 30, seconds: MINUTE },

  // Files of customers that took all there is of time or memory and were not read.
  'line-file-exhausted': { key: 'account', points: 2, seconds: HOUR },

  // Binding a MAC to a line; a success gives its attempt back.
  'device-binding': { key: 'account', points: 30, seconds: HOUR },
  // Apps that ask with a MAC and without its id. Many customers share a phone network's address.
  'device-network': { key: 'network', points: 30, seconds: TEN_MINUTES },
  'device-mac': { key: 'MAC', points: 10, seconds: HOUR },
  // Sixteen million MACs at this rate take three years.
  'device-block': { key: 'first three bytes of the MAC', points: 600, seconds: HOUR },
  'device-counted': {
    key: 'digest of one request, counted already',
    points: 1,
    seconds: TEN_MINUTES,
  },

  // Activation codes. Many televisions share a phone network's address.
  'activation-asked': { key: 'network', points: 60, seconds: TEN_MINUTES },
  // A hundred apps behind one address, each asking every five seconds.
  'activation-checked': { key: 'network', points: 1_200, seconds: MINUTE, refusesFromMemory: true },
  // Eight digits among the few codes that wait; a right one gives its attempt back.
  'activation-typed': { key: 'account', points: 20, seconds: TEN_MINUTES },

  // Players that sign in with wrong passwords: any from a network, any for a line (Q-LOGINPRESSURE).
  // Exactly the sign-in that was right from a network within a day is not limited.
  'player-sign-in': { key: 'network', points: 100, seconds: MINUTE },
  'player-sign-in-name': { key: 'digest of the user name', points: 30, seconds: MINUTE },
  'player-sign-in-home': { key: 'digest of sign-in and network', points: 1, seconds: DAY },
  // Tries of a network that pass while its name is guessed at: the first ones, and more where it was right.
  'player-sign-in-network': { key: 'digest of user name and network', points: 3, seconds: HOUR },
  'player-sign-in-known-network': {
    key: 'digest of user name and network',
    points: 10,
    seconds: HOUR,
  },
  'player-sign-in-right-network': {
    key: 'digest of user name and network',
    points: 1,
    seconds: MONTH,
  },
  // Short links that lead nowhere.
  'player-short-link': { key: 'network', points: 60, seconds: MINUTE },

  // Apps that ask for a line's state with wrong passwords, in the same way.
  'app-sign-in': { key: 'network', points: 100, seconds: MINUTE },
  'app-sign-in-name': { key: 'digest of the user name', points: 30, seconds: TEN_MINUTES },
  'app-sign-in-home': { key: 'digest of sign-in and network', points: 1, seconds: DAY },
  'app-sign-in-network': { key: 'digest of user name and network', points: 3, seconds: HOUR },
  'app-sign-in-known-network': {
    key: 'digest of user name and network',
    points: 10,
    seconds: HOUR,
  },
  'app-sign-in-right-network': {
    key: 'digest of user name and network',
    points: 1,
    seconds: MONTH,
  },

  // The customers' portal, in the same way; beyond the limit of a name it takes proof of work.
  'portal-sign-in': { key: 'network', points: 100, seconds: MINUTE },
  'portal-sign-in-name': { key: 'digest of the user name', points: 30, seconds: TEN_MINUTES },
  'portal-sign-in-home': { key: 'digest of sign-in and network', points: 1, seconds: DAY },
  'portal-sign-in-network': { key: 'digest of user name and network', points: 3, seconds: HOUR },
  'portal-sign-in-known-network': {
    key: 'digest of user name and network',
    points: 10,
    seconds: HOUR,
  },
  'portal-sign-in-right-network': {
    key: 'digest of user name and network',
    points: 1,
    seconds: MONTH,
  },

  // The blocklist: a wrong pair counts once a day, and a password that many names try counts double.
  'blocklist-pair': { key: 'digest of network, name and password', points: 1, seconds: DAY },
  'blocklist-password': { key: 'digest of network and password', points: 3, seconds: HOUR },

  // Tickets and their chat: faster than anybody writes.
  'ticket-opening': { key: 'account', points: 30, seconds: HOUR },
  'ticket-message': { key: 'account', points: 120, seconds: MINUTE },
  'ticket-picture': { key: 'account', points: 60, seconds: HOUR },

  // Charges that a customer's page asks for: each may be one more at the provider.
  'portal-charge': { key: 'line', points: 20, seconds: HOUR },
  // Tickets of a customer in the portal, and messages in them.
  'portal-ticket': { key: 'line', points: 6, seconds: HOUR },
  'portal-message': { key: 'line', points: 30, seconds: TEN_MINUTES },
  'top-up': { key: 'account', points: 30, seconds: HOUR },

  // Questions to the registrar, which allows about one a second from all of us (Q-DNSSYNCLIMIT).
  'registrar-asked': { key: 'account', points: 20, seconds: MINUTE },

  // Reports of places outside, and those that nobody signed.
  'probe-report': { key: 'place', points: 10, seconds: MINUTE },
  'probe-report-wrong': { key: 'network', points: 30, seconds: MINUTE },

  // More than one person gives tests in: a higher rate reads through numbers or MACs one by one.
  'trial-history': { key: 'account', points: 300, seconds: HOUR, refusesFromMemory: true },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;
