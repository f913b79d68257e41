import type { Profile } from '../sessions/profile.ts';

/** Whose menu holds the statement: admins' does not, unless they may export it (Q-EXTRACT). */
export const readsExtract = ({ profile, grants }: Pick<Profile, 'profile' | 'grants'>): boolean =>
  profile !== 'admin' || grants.includes('extract.export');
