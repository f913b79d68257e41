/** The profiles, and the rights an account may have beyond its profile. Source: Q-PROFILE, Q-SPECIALID. */
export const profiles = ['admin', 'franchise', 'reseller'] as const;
export type Profile = (typeof profiles)[number];

/** The profiles that sell: all but admins. */
export const sellers = ['franchise', 'reseller'] as const satisfies readonly Profile[];

/** Named grants that an admin gives and revokes; the ids in the documents are only their first holders. */
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

/** Admins hold these without being given them. */
export const grantsOfAdmins = ['games', 'extras', 'dns.fixed'] as const satisfies readonly Grant[];

/** Functions that an admin switches on or off for everyone; they never restrict admins (Q-FLAGOFF). */
export const flags = ['tests', 'test_iptv', 'iptv', 'p2p', 'n_p2p', 'login', 'xcloud'] as const;
export type Flag = (typeof flags)[number];

/**
 * Accounts that are authorised to make a call. Deny by default: a call without access does not
 * start. All of `grants` are required in addition to the profile; `flag` and `master` are required
 * of everyone but admins.
 */
export type Access =
  | 'public'
  | {
      readonly profiles: readonly Profile[];
      readonly grants?: readonly Grant[];
      readonly flag?: Flag;
      /** The account must be allowed to manage sub-resellers (`is_master`, Q-MASTER); admins always are. */
      readonly master?: true;
    };
