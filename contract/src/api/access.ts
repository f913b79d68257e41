/**
 * Profiles of accounts, and permissions in addition to the profile. Source: Q-PROFILE, Q-SPECIALID.
 */
export const profiles = ['admin', 'franchise', 'reseller'] as const;
export type Profile = (typeof profiles)[number];

/** The profiles that sell: all but admins. */
export const sellers = ['franchise', 'reseller'] as const satisfies readonly Profile[];

/** Grants that an admin assigns to single accounts and revokes (Q-SPECIALID). */
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

/** Features that an admin switches on or off for all accounts but admins (Q-FLAGOFF). */
export const flags = ['tests', 'test_iptv', 'iptv', 'p2p', 'n_p2p', 'login', 'xcloud'] as const;
export type Flag = (typeof flags)[number];

/**
 * Accounts that are authorised to make a call. The server does not start if a call declares no
 * access. All of `grants` are required in addition to the profile. Admins need no `flag` and no
 * `master`.
 */
export type Access =
  | 'public'
  | {
      readonly profiles: readonly Profile[];
      readonly grants?: readonly Grant[];
      readonly flag?: Flag;
      /** Requires the permission to manage sub-resellers (`is_master`, Q-MASTER). */
      readonly master?: true;
    };
