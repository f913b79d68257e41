/** The channels by which notices leave the panel, with their outbox kinds. */
export const bellChannels = ['email', 'telegram', 'push'] as const;
export type BellChannel = (typeof bellChannels)[number];

export const bellDeliveryKind = (channel: BellChannel): string => `bell-${channel}`;

export const channelOf = (kind: string): BellChannel =>
  bellChannels.find((channel) => bellDeliveryKind(channel) === kind)!;
