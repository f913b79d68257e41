/** Who signs in, and what an account may hold beyond its profile. Source: Q-PROFILE, Q-SPECIALID. */
export const profiles = ['admin', 'franchise', 'reseller'] as const;
export type Profile = (typeof profiles)[number];

/** Those who sell: everyone but admins. */
export const sellers = ['franchise', 'reseller'] as const satisfies readonly Profile[];

/** Named grants an admin gives and takes; the ids of the documents are only their first holders. */
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
] as const;
export type Grant = (typeof grants)[number];

/** Functions an admin switches for everyone; admins themselves are never held by them (Q-FLAGOFF). */
export const flags = ['tests', 'test_iptv', 'iptv', 'p2p', 'n_p2p', 'login'] as const;
export type Flag = (typeof flags)[number];

/**
 * Who may make a call. Deny by default: a call without access does not start.
 * `grant` is asked on top of the profile, `flag` and `master` of everyone but admins.
 */
export type Access =
  | 'public'
  | {
      readonly profiles: readonly Profile[];
      readonly grant?: Grant;
      readonly flag?: Flag;
      /** Asks that the account may manage sub-resellers (`is_master`, Q-MASTER); admins always may. */
      readonly master?: true;
    };
