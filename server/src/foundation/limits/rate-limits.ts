/**
 * All rate limits of the product. The counts are stored in PostgreSQL, so a limit applies to all
 * processes together. `rate-limiter.ts` applies the limits.
 */
export interface RateLimit {
  /**
   * Kind of the counted key. A network is an IPv4 address or the /64 of an IPv6 address, see
   * `toNetwork`.
   */
  readonly key: string;
  readonly points: number;
  readonly seconds: number;
  /**
   * True if the process remembers a key over the limit and rejects it without a query until
   * `seconds` have passed. Allowed only for limits whose points are never returned.
   */
  readonly refusesFromMemory?: true;
}

const MINUTE = 60;
const TEN_MINUTES = 10 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

export const rateLimits = {
  // Signing in to the panel (Q-HUMAN). A successful sign-in returns its points.
  'sign-in-address': { key: 'network', points: 20, seconds: MINUTE },
  'sign-in-pair': { key: 'account and network or known device', points: 5, seconds: MINUTE },
  // Limits the codes per hour, because five attempts a minute for a whole day would guess a code
  // with a chance of 2%.
  'sign-in-second': {
    key: 'account, with its network or device if known',
    points: 20,
    seconds: HOUR,
  },
  // Attempts from networks that never signed in to the account, counted before the password is
  // hashed. `sign-in-strangers` counts the first attempt of a network on the account within an
  // hour. `sign-in-strangers-again` counts the further ones (Q-LOGINPRESSURE).
  'sign-in-first-try': { key: 'account and network', points: 1, seconds: HOUR },
  'sign-in-strangers': { key: 'account', points: 15, seconds: MINUTE },
  'sign-in-strangers-again': { key: 'account', points: 5, seconds: MINUTE },
  'passkey-offer': { key: 'network', points: 60, seconds: MINUTE, refusesFromMemory: true },

  // `api-key` counts all calls of a key, also of an unknown key with a correct checksum.
  'api-key': { key: 'API key', points: 300, seconds: MINUTE, refusesFromMemory: true },
  'api-key-wrong': { key: 'network', points: 30, seconds: MINUTE },

  // Confirmation by a code, a passkey or the password. A correct answer returns its point.
  'verification-minute': { key: 'account', points: 5, seconds: MINUTE },
  'verification-hour': { key: 'account', points: 20, seconds: HOUR },

  // New passwords that an account sets, for itself or for accounts that it creates or edits. They
  // are counted before they are hashed.
  'password-setting': { key: 'account', points: 30, seconds: MINUTE },

  // Customer files that exhausted the limit of time or memory and were not read.
  'line-file-exhausted': { key: 'account', points: 2, seconds: HOUR },

  // Assigning a MAC address to a line. A success returns its point.
  'device-binding': { key: 'account', points: 30, seconds: HOUR },
  // Apps that send a MAC address without the device id. The limit is high, because many customers
  // of a mobile network share one address.
  'device-network': { key: 'network', points: 30, seconds: TEN_MINUTES },
  'device-mac': { key: 'MAC', points: 10, seconds: HOUR },
  // Guesses of MAC addresses with the same first three bytes. At this rate, trying all sixteen
  // million of them takes three years.
  'device-block': { key: 'first three bytes of the MAC', points: 600, seconds: HOUR },
  // Sign-ins of boxes. Almost all boxes have MACs with the same first three bytes, and each first
  // sign-in counts. With this limit, an operator can move ten thousand boxes to this server within
  // two hours.
  'box-block': { key: 'first three bytes of the MAC', points: 6_000, seconds: HOUR },
  'device-counted': {
    key: 'digest of one request, counted already',
    points: 1,
    seconds: TEN_MINUTES,
  },

  // Codes that a customer reads from a television to renew a line.
  'tv-code': { key: 'network', points: 20, seconds: HOUR },
  // Wrong television codes from all networks together. If ten thousand codes of six characters are
  // valid, guesses from many networks find one in three days.
  'tv-code-wrong': { key: 'constant', points: 100, seconds: TEN_MINUTES },

  // Requests for activation codes. Many televisions share the address of a mobile network.
  'activation-asked': { key: 'network', points: 60, seconds: TEN_MINUTES },
  // Apps that poll the state of a code. The limit allows a hundred apps behind one address, each
  // with a request every five seconds.
  'activation-checked': { key: 'network', points: 1_200, seconds: MINUTE, refusesFromMemory: true },
  // Codes that a reseller enters. Only few of the codes with eight digits are valid at a time. A
  // correct code returns its point.
  'activation-typed': { key: 'account', points: 20, seconds: TEN_MINUTES },

  // Players that sign in with wrong passwords. One limit counts the attempts of a network, another
  // the attempts on a line (Q-LOGINPRESSURE). A password that succeeded from the same network
  // within the last day is not limited.
  'player-sign-in': { key: 'network', points: 100, seconds: MINUTE },
  'player-sign-in-name': { key: 'digest of the user name', points: 30, seconds: MINUTE },
  'player-sign-in-home': { key: 'digest of sign-in and network', points: 1, seconds: DAY },
  // Attempts that a network still has after the limit of the name is reached. A network with an
  // earlier success has more attempts.
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
  // Requests for short links that do not exist.
  'player-short-link': { key: 'network', points: 60, seconds: MINUTE },

  // Apps that request the state of a line with wrong passwords. The limits are the same as for
  // players, except that attempts on a name count for ten minutes.
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

  // Sign-ins to the customers' portal. The limits are the same as for apps. If the limit of a name
  // is reached, the portal requires proof of work.
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

  // Wrong sign-ins, for the blocklist of networks. The same wrong name and password count once a
  // day. A password that is tried with many names counts double.
  'blocklist-pair': { key: 'digest of network, name and password', points: 1, seconds: DAY },
  'blocklist-password': { key: 'digest of network and password', points: 3, seconds: HOUR },

  // Tickets and their messages. The limit is above human typing speed.
  'ticket-opening': { key: 'account', points: 30, seconds: HOUR },
  'ticket-message': { key: 'account', points: 120, seconds: MINUTE },
  'ticket-picture': { key: 'account', points: 60, seconds: HOUR },

  // Charges from a customer's page. Each request may create another charge at the provider.
  'portal-charge': { key: 'line', points: 20, seconds: HOUR },
  // Codes of coupons that a customer or a buyer of credits tries.
  'coupon-check': { key: 'line or account', points: 30, seconds: HOUR },
  // Tickets of a customer in the portal, and messages in them.
  'portal-ticket': { key: 'line', points: 6, seconds: HOUR },
  'portal-message': { key: 'line', points: 30, seconds: TEN_MINUTES },
  'top-up': { key: 'account', points: 30, seconds: HOUR },

  // Public pages of sellers. Many visitors of a mobile network share an address.
  'storefront-slug': { key: 'account', points: 120, seconds: MINUTE, refusesFromMemory: true },
  'storefront-page': { key: 'network', points: 300, seconds: MINUTE, refusesFromMemory: true },
  // Addresses without a page, so that nobody collects the sellers by trying names.
  'storefront-unknown': { key: 'network', points: 60, seconds: MINUTE, refusesFromMemory: true },
  // Open pages that read a test or an order again, every few seconds while a payment is awaited.
  'storefront-state': { key: 'network', points: 600, seconds: MINUTE, refusesFromMemory: true },
  'storefront-request': { key: 'network', points: 300, seconds: TEN_MINUTES },
  // Refused tests of numbers that are not proved. Each one shows that somebody used the number.
  'storefront-refused': { key: 'network', points: 30, seconds: DAY },
  // Unknown codes of coupons that strangers try.
  'storefront-coupon': { key: 'network', points: 20, seconds: HOUR },
  'storefront-phone': { key: 'seller and phone', points: 20, seconds: TEN_MINUTES },
  // Codes to one number, from all pages together.
  'storefront-code': { key: 'phone', points: 5, seconds: HOUR },
  'storefront-charge': { key: 'seller and phone, or line of a test', points: 20, seconds: HOUR },
  // Requests of all visitors of one page, so that a flood on one page leaves room for the others.
  'storefront-seller': { key: 'seller', points: 600, seconds: MINUTE, refusesFromMemory: true },
  // Invitations to resellers, which strangers open and accept. Each acceptance hashes a password.
  'invitation-read': { key: 'network', points: 60, seconds: MINUTE, refusesFromMemory: true },
  'invitation-network': { key: 'network', points: 30, seconds: TEN_MINUTES },
  'invitation-code': { key: 'invitation', points: 60, seconds: HOUR },

  // Links of customers that strangers open, and the page of the customer who shares one.
  'referral-link': { key: 'network', points: 60, seconds: MINUTE, refusesFromMemory: true },
  'portal-referral': { key: 'line', points: 60, seconds: MINUTE },

  // Requests to the registrar, which allows about one a second from the whole installation
  // (Q-DNSSYNCLIMIT).
  'registrar-asked': { key: 'account', points: 20, seconds: MINUTE },

  // Reports of external probe agents, and unsigned reports.
  'probe-report': { key: 'place', points: 10, seconds: MINUTE },
  'probe-report-wrong': { key: 'network', points: 30, seconds: MINUTE },

  // Requests of apps for automatic replies. An app sends one for each message of a customer.
  chatbot: { key: 'chatbot address', points: 120, seconds: MINUTE },
  'chatbot-wrong': { key: 'network', points: 30, seconds: MINUTE },

  // Messages of one person to a bot or number that sells, and of all persons to one seller. Further
  // messages are not stored.
  'sales-chat': { key: 'chat', points: 20, seconds: MINUTE },
  'sales-chat-seller': { key: 'seller', points: 600, seconds: MINUTE },

  // Searches in the history of trials. Several people in one account create trials, but a higher
  // rate would be a scan of telephone numbers or MAC addresses.
  'trial-history': { key: 'account', points: 300, seconds: HOUR, refusesFromMemory: true },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;
