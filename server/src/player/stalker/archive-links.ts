/**
 * Finds past programmes. The command of a box contains the row of the guide that the viewer chose.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { unixSeconds } from '../../foundation/clock.ts';
import { isInWindow } from '../archive/find-archive.ts';
import { type Programme, selectProgrammes } from '../lists/guide.sql.ts';
import type { ListDependencies } from './channel-rows.ts';
import { findChannel } from './guide.ts';
import type { LinkedStream } from './links.ts';
import type { PortalBox } from './portal-boxes.sql.ts';

/** Finds the programme of a command such as `auto /media/1795964400_62.mpg`. */
export async function findPastProgramme(
  dependencies: ListDependencies,
  box: PortalBox,
  command: string,
): Promise<LinkedStream | undefined> {
  const { ctx } = dependencies;
  const [, seconds = '', id = ''] = /\/media\/(\d{1,12})_(\d{1,15})\.mpg/.exec(command) ?? [];
  const channel = await findChannel(dependencies, box, id);
  const start = new Date(Number(seconds) * 1000);
  if (!channel?.epgChannelId || !isInWindow(start, channel.archiveDays, ctx.clock.now()))
    return undefined;
  const programme = await ctx.db.first<Programme>(
    selectProgrammes(channel.epgChannelId, start, 1),
    'prepared',
  );
  if (!programme || +programme.startsAt !== +start) return undefined;
  const minutes = Math.ceil((+programme.endsAt - +start) / MINUTE_MS);
  const past = { start: unixSeconds(start), minutes };
  return { id: Number(id), kind: 'live', container: 'ts', past };
}
