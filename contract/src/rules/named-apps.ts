/** Apps with a name; all others are smart apps with a number, 1 if nobody says (K-67). */
export const namedApps = { prime: 'Prime', lazer: 'Lazer Play' } as const;
export type NamedApp = keyof typeof namedApps;
