/**
 * Profiles of accounts, and permissions that an account can have in addition to its profile.
 * Source: Q-PROFILE, Q-SPECIALID.
 */
export const profiles = ['admin', 'franchise', 'reseller'] as const;
export type Profile = (typeof profiles)[number];

/** Profiles that sell lines: all profiles except admin. */
export const sellers = ['franchise', 'reseller'] as const satisfies readonly Profile[];

/** Grants that an admin assigns to an account or revokes (Q-SPECIALID). */
export const grants = [
  'lines.new-p2p',
  'lines.migrate-new-p2p',
  'games',
  'extras',
  'dns.fixed',
  'logs.export',
  'logs.ids',
  'logs.dns-premium',
  'extract.export',
  'api.keys',
] as const;
export type Grant = (typeof grants)[number];

/** Grants that every admin has without an assignment. */
export const grantsOfAdmins = ['games', 'extras', 'dns.fixed'] as const satisfies readonly Grant[];

/** Features that an admin turns on or off for all accounts except admins (Q-FLAGOFF). */
export const flags = ['tests', 'test_iptv', 'iptv', 'p2p', 'n_p2p', 'login', 'xcloud'] as const;
export type Flag = (typeof flags)[number];

/**
 * Permissions that a call requires. The server does not start if a call declares no access. The
 * account needs the profile and all `grants`. Admins need no `flag` and no `master`.
 */
export type Access =
  | 'public'
  | {
      readonly profiles: readonly Profile[];
      readonly grants?: readonly Grant[];
      readonly flag?: Flag;
      /**
       * True if the account must have the permission to manage sub-resellers (`is_master`,
       * Q-MASTER).
       */
      readonly master?: true;
    };
