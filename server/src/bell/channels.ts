/** The ways out of the panel, and the outbox kind of each. */
export const bellChannels = ['email', 'telegram', 'push'] as const;
export type BellChannel = (typeof bellChannels)[number];

export const kindOf = (channel: BellChannel): string => `bell-${channel}`;

export const channelOf = (kind: string): BellChannel =>
  bellChannels.find((channel) => kindOf(channel) === kind)!;
