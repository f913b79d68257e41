/**
 * Apps with a name. All other apps are smart apps with a number; without a number it is 1 (K-67).
 */
export const namedApps = { prime: 'Prime', lazer: 'Lazer Play' } as const;
export type NamedApp = keyof typeof namedApps;
