/** Sources of one channel for the dialog of an admin. */
import type { ChannelSource, ChannelSources } from '@ramal/contract/catalogue/channel-sources';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import { headerNames } from '../../foundation/untrusted/fetch-source.ts';
import { serializeTask, taskColumns, type TaskRow } from '../../tasks/tasks.ts';
import { isActive, isUsable } from './channel-sources.sql.ts';
import { sourceCheck } from './check-sources.ts';

type ChannelRow = Pick<ChannelSources, 'id' | 'number' | 'name' | 'icon' | 'listName'>;

export interface ChannelSourceRow extends Omit<
  ChannelSource,
  'headers' | 'state' | 'checkedAtTimestamp' | 'failedAtTimestamp' | 'heldUntilTimestamp'
> {
  readonly address: string;
  readonly usable: boolean;
  readonly checkedAt: Date | null;
  readonly failedAt: Date | null;
  readonly heldUntil: Date | null;
}

export async function readChannelSources(
  ctx: AppContext,
  reader: Reader,
  streamId: number,
): Promise<ChannelSources> {
  const now = ctx.clock.now();
  const channel =
    (await reader.first<ChannelRow>(sql`
      select s.id, s.number, s.name, s.icon, coalesce(l.name, '') as list_name
      from streams s left join source_lists l on l.id = s.list_id
      where s.id = ${streamId} and s.kind = 'live'
        and not exists (select from temporary_channels t where t.stream_id = s.id)`)) ??
    refuse('stream_not_found');
  const rows = await selectChannelSources(reader, streamId, now);
  const [task] = await reader.many<TaskRow>(sql`
    select ${taskColumns} from tasks
    where kind = ${sourceCheck.kind} and payload = ${JSON.stringify({ stream: streamId })}::jsonb
      and state in ('waiting', 'running') order by id limit 1`);
  return {
    ...channel,
    state: stateOfChannel(rows),
    sources: rows.map((row) => serializeSource(row, now)),
    task: task ? serializeTask(task) : null,
  };
}

export const selectChannelSources = (
  reader: Reader,
  streamId: number,
  now: Date,
): Promise<ChannelSourceRow[]> =>
  reader.many<ChannelSourceRow>(sql`
    select x.id, coalesce(x.address, s.source) as address, x.address is null as is_own, x.imported,
      case when coalesce(x.address, s.source) ~* '^https?:'
        then source_shown(coalesce(x.address, s.source)) else '' end as shown,
      ${isActive} as active, ${isUsable(now)} as usable, x.problem, x.video, x.audio, x.width, x.height,
      x.bits_per_second, x.first_byte_ms, x.checked_at, x.failed_at, x.failure, x.held_until
    from channel_sources x join streams s on s.id = x.stream_id
    where s.id = ${streamId} order by x.position, x.id`);

function serializeSource(row: ChannelSourceRow, now: Date): ChannelSource {
  const { address, usable, checkedAt, failedAt, heldUntil, ...source } = row;
  const isHeld = row.problem === '' && heldUntil !== null && heldUntil > now;
  return {
    ...source,
    headers: headerNames(address).join(', '),
    state: stateOfSource({ ...row, usable }),
    checkedAtTimestamp: checkedAt && unixSeconds(checkedAt),
    failedAtTimestamp: failedAt && unixSeconds(failedAt),
    heldUntilTimestamp: isHeld ? unixSeconds(heldUntil) : null,
  };
}

const isBuiltIn = ({ address }: ChannelSourceRow): boolean => !/^https?:/i.test(address);

function stateOfSource(row: ChannelSourceRow): ChannelSource['state'] {
  if (row.problem !== '') return 'problem';
  if (row.checkedAt === null && !isBuiltIn(row)) return 'unknown';
  return row.usable ? 'ok' : 'returning';
}

function stateOfChannel(rows: readonly ChannelSourceRow[]): ChannelSources['state'] {
  const working = rows.filter(({ problem }) => problem === '').length;
  const active = rows.findIndex((row) => row.active);
  if (working === 0) return 'lost';
  if (active > 0) return 'fallback';
  if (working < rows.length) return 'partial';
  return rows[0] && stateOfSource(rows[0]) === 'unknown' ? 'unknown' : 'ok';
}
