/** The ways out of the panel, and the outbox kind of each. */
export const bellChannels = ['email', 'telegram'] as const;
export type BellChannel = (typeof bellChannels)[number];

export const kindOf = (channel: BellChannel): string => `bell-${channel}`;

export const channelOf = (kind: string): BellChannel =>
  kind === kindOf('email') ? 'email' : 'telegram';
