/**
 * Apps that have a name. All other apps are smart apps with a number. A smart app without a number
 * has the number 1 (K-67).
 */
export const namedApps = { prime: 'Prime', lazer: 'Lazer Play' } as const;
export type NamedApp = keyof typeof namedApps;
