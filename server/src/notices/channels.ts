/** The channels by which notices leave the panel, and their outbox kinds. */
export const noticeChannels = ['email', 'telegram', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export const noticeDeliveryKind = (channel: NoticeChannel): string => `bell-${channel}`;

export const noticeChannel = (kind: string): NoticeChannel =>
  noticeChannels.find((channel) => noticeDeliveryKind(channel) === kind)!;
