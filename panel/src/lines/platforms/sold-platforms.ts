/** What a person sells: profile, grants, functions and limits decide (Q-NP2PVIS, Q-TESTFLAGS). The server asks again on every call. */
import { type Platform, platformKeys, platforms } from '@ramal/contract/rules/platforms';
import type { Profile } from '../../sessions/profile.ts';

/** Admins sell nothing. */
export const sells = (me: Profile, { key, flag, grant }: Platform): boolean =>
  me.profile !== 'admin' &&
  me.flags[flag] &&
  me.platforms.includes(key) &&
  (!grant || me.grants.includes(grant));

/** Lines that exist stay within reach while only the function is off (Q-FLAGOFF); a grant is always asked. */
export const mayList = (
  { profile, grants }: Profile,
  { grant, migrationGrant }: Platform,
): boolean =>
  profile === 'admin' ||
  !grant ||
  grants.includes(grant) ||
  // What somebody may move there he also sees there.
  (migrationGrant !== undefined && grants.includes(migrationGrant));

/** May move lines there: admins are held by the grant alone (Q-FLAGOFF, R-10). */
export const mayMigrateTo = (
  { profile, flags, platforms: open, grants }: Profile,
  { key, flag, migrationGrant }: Platform,
): boolean =>
  (profile === 'admin' || (flags[flag] && open.includes(key))) &&
  (!migrationGrant || grants.includes(migrationGrant));

/** Creates nothing there, but may have moved lines there. */
export const onlyMigratesTo = (me: Profile, platform: Platform): boolean =>
  me.profile !== 'admin' &&
  platform.migrationGrant !== undefined &&
  mayMigrateTo(me, platform) &&
  !sells(me, platform);

/** Tests are on, in general and on this platform. */
export const mayTest = ({ flags }: Profile, { testFlag }: Platform): boolean =>
  flags.tests && (!testFlag || flags[testFlag]);

export const soldPlatforms = (profile: Profile): Platform[] =>
  platformKeys.map((key) => platforms[key]).filter((platform) => sells(profile, platform));
