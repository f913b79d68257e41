import type { Profile } from '../sessions/profile.ts';

/**
 * True if the menu of the account contains the statement. Admins see it only with the permission to
 * export it (Q-EXTRACT).
 */
export const canReadExtract = ({ profile, grants }: Pick<Profile, 'profile' | 'grants'>): boolean =>
  profile !== 'admin' || grants.includes('extract.export');
