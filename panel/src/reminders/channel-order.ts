/** The channel order after a change, with the maximum cost per day. */
import type { ChannelAnswer } from './reminders.ts';

export const sumMostCents = (channels: readonly ChannelAnswer[]): number =>
  channels.reduce(
    (sum, channel) => sum + (channel.isOn ? channel.costCents * (channel.dailyCap ?? 0) : 0),
    0,
  );

export const toWireChannels = (channels: readonly ChannelAnswer[]) =>
  channels.map(({ channel, isOn, dailyCap: cap }) => ({
    channel,
    isOn,
    ...(cap === null ? {} : { dailyCap: cap }),
  }));

export function moveChannel(
  channels: readonly ChannelAnswer[],
  from: number,
  to: number,
): readonly ChannelAnswer[] {
  const others = channels.toSpliced(from, 1);
  return others.toSpliced(to, 0, channels[from]!);
}
