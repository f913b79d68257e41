import type { Profile } from './profile.ts';

/** Whether the account may create, credit, edit and block resellers below it; an admin always may (Q-MASTER). */
export const managesResellers = (
  profile: Pick<Profile, 'profile' | 'isMaster'> | undefined,
): boolean => profile !== undefined && (profile.profile === 'admin' || profile.isMaster);
