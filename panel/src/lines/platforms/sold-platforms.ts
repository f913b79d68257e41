/**
 * Determines what an account sells by profile, grants, functions and limits (Q-NP2PVIS,
 * Q-TESTFLAGS). The server checks again on every call.
 */
import { type Platform, platformKeys, platforms } from '@ramal/contract/rules/platforms';
import type { Profile } from '../../sessions/profile.ts';

/** True if the account sells on the platform. An admin sells nothing. */
export const sells = (me: Profile, { key, flag, grants }: Platform): boolean =>
  me.profile !== 'admin' && me.flags[flag] && me.platforms.includes(key) && holds(me, grants);

const holds = (me: Pick<Profile, 'grants'>, needed: Platform['grants']): boolean =>
  needed.every((grant) => me.grants.includes(grant));

/**
 * True if the account has all grants that the platform requires for its lines. If only the function
 * is disabled, existing lines remain visible (Q-FLAGOFF).
 */
export const mayList = (me: Profile, { grants }: Platform): boolean => holds(me, grants);

/**
 * True if the account has permission to migrate lines to the platform. For an admin, only the
 * grants are required (Q-FLAGOFF, R-10).
 */
export const mayMigrateTo = (me: Profile, { key, flag, migrationGrants }: Platform): boolean =>
  (me.profile === 'admin' || (me.flags[flag] && me.platforms.includes(key))) &&
  holds(me, migrationGrants);

/** True if tests are enabled in general and on this platform. */
export const mayTest = ({ flags }: Profile, { testFlag }: Platform): boolean =>
  flags.tests && (!testFlag || flags[testFlag]);

export const soldPlatforms = (profile: Profile): Platform[] =>
  platformKeys.map((key) => platforms[key]).filter((platform) => sells(profile, platform));
