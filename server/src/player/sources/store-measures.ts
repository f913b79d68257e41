/** Stores measurements of channel sources and switches channels to the best source. */
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import {
  type ActiveChange,
  checkedColumns,
  chooseActive,
  followOrigins,
  lockStreams,
  showActiveProblem,
} from './channel-sources.sql.ts';
import type { SourceMeasure } from './measure-source.ts';

export interface ChannelMeasure {
  readonly streamId: number;
  readonly sourceId: number;
  readonly measure: SourceMeasure;
}

const origin = { ip: null, requestId: 'channel-sources' } as const;
const NAMES_IN_LOG = 5;

export async function storeMeasures(
  ctx: AppContext,
  measured: readonly ChannelMeasure[],
): Promise<void> {
  if (measured.length === 0) return;
  const now = ctx.clock.now();
  const streamIds = [...new Set(measured.map(({ streamId }) => streamId))];
  await ctx.db.tx(async (tx) => {
    await tx.run(lockStreams(streamIds));
    await tx.run(writeMeasures(measured, now));
    await switchSources(tx, streamIds, now);
  });
}

/** Chooses the active sources of locked streams and records the changes. */
export async function switchSources(
  tx: Tx,
  streamIds: readonly number[],
  now: Date,
): Promise<readonly ActiveChange[]> {
  const changes = await tx.many<ActiveChange>(chooseActive(streamIds, now));
  await tx.run(showActiveProblem(streamIds));
  if (changes.length === 0) return changes;
  await tx.run(followOrigins(changes.map(({ id }) => id)));
  await recordEvent(tx, origin, {
    kind: 'sources-switched',
    actorId: null,
    accountId: null,
    after: { channels: describeChanges(changes) },
  });
  return changes;
}

function describeChanges(changes: readonly ActiveChange[]): string {
  const names = changes
    .slice(0, NAMES_IN_LOG)
    .map(({ name, position }) => `${name} → ${position}ª`);
  const more = changes.length - NAMES_IN_LOG;
  return names.join(', ') + (more > 0 ? ` e mais ${more}` : '');
}

function writeMeasures(measured: readonly ChannelMeasure[], now: Date): Sql {
  const each = <Value>(valueOf: (measure: SourceMeasure) => Value): Value[] =>
    measured.map(({ measure }) => valueOf(measure));
  return sql`
    update channel_sources x set ${checkedColumns({ now, problem: sql`n.problem` })},
      first_byte_ms = coalesce(n.first_byte_ms, x.first_byte_ms),
      video = case when n.video = '' then x.video else n.video end,
      audio = case when n.audio = '' then x.audio else n.audio end,
      width = coalesce(n.width, x.width), height = coalesce(n.height, x.height),
      bits_per_second = coalesce(n.bits, x.bits_per_second)
    from unnest(
      ${measured.map(({ sourceId }) => sourceId)}::bigint[], ${each(({ problem }) => problem)}::text[],
      ${each(({ firstByteMs }) => firstByteMs ?? null)}::int[], ${each(({ video }) => video)}::text[],
      ${each(({ audio }) => audio)}::text[], ${each(({ size }) => size?.width ?? null)}::int[],
      ${each(({ size }) => size?.height ?? null)}::int[],
      ${each(({ bitsPerSecond }) => bitsPerSecond ?? null)}::int[]
    ) n (id, problem, first_byte_ms, video, audio, width, height, bits)
    where x.id = n.id`;
}
