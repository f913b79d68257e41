import type { Profile } from './profile.ts';

/**
 * True if the account may create, credit, edit and block child resellers. Always true for admins
 * (Q-MASTER).
 */
export const managesResellers = (
  profile: Pick<Profile, 'profile' | 'isMaster'> | undefined,
): boolean => profile !== undefined && (profile.profile === 'admin' || profile.isMaster);
