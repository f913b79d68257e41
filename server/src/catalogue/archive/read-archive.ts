/** Reads the archive of one channel for the dialog of an admin. */
import type {
  ArchiveCheck,
  ArchiveKind,
  ArchiveState,
  ChannelArchive,
} from '@ramal/contract/catalogue/archive';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { parseHost } from '../import/taken-names.ts';
import { isRunning, readTasks } from '../read-tasks.ts';
import { type ArchiveSourceRow, archiveSources, archiveState } from './archive.sql.ts';

/** Result of a proof, as it is stored in JSON. */
export interface StoredProof {
  /** Unix seconds of the oldest moment that could be played. Null if no moment could be played. */
  readonly provenUntil: number | null;
  readonly promisedDays: number;
  readonly answeredDays: number;
  readonly checks: readonly ArchiveCheck[];
}

interface Row {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly icon: string;
  readonly listName: string;
  readonly programmes: number;
  readonly guideFrom: Date | null;
  readonly days: number;
  readonly chosenDays: number | null;
  readonly promisedDays: number;
  readonly state: ArchiveState;
  readonly proof: StoredProof | null;
  readonly provedAt: Date | null;
  readonly taskId: number | null;
}

export async function readChannelArchive(
  ctx: AppContext,
  reader: Reader,
  streamId: number,
): Promise<ChannelArchive> {
  const now = ctx.clock.now();
  const row =
    (await reader.first<Row>(sql`
      select s.id, s.number, s.name, s.icon, coalesce(l.name, '') as list_name, g.programmes, g.guide_from,
        coalesce(a.offered_days, 0) as days, a.chosen_days, coalesce(a.promised_days, 0) as promised_days,
        ${archiveState(now)} as state, a.proof, a.proved_at,
        case when ${isRunning(sql`a.proof_task_id`)} then a.proof_task_id end as task_id
      from streams s left join channel_archives a on a.stream_id = s.id
        left join source_lists l on l.id = s.list_id
        cross join lateral (
          select count(*) as programmes, min(p.starts_at) as guide_from from programmes p
          where p.channel = lower(s.epg_channel_id)) g
      where s.id = ${streamId} and s.kind = 'live'`)) ?? refuse('stream_not_found');
  const sources = await reader.many<ArchiveSourceRow>(archiveSources(streamId));
  const tasks = await readTasks(reader, [row]);
  const { listName, guideFrom, proof, provedAt, taskId, ...rest } = row;
  return {
    ...rest,
    guideDaysBack: guideFrom ? Math.max(0, Math.floor((+now - +guideFrom) / DAY_MS)) : 0,
    proof: proof &&
      provedAt && {
        provedAtTimestamp: unixSeconds(provedAt),
        provenUntilTimestamp: proof.provenUntil,
        promisedDays: proof.promisedDays,
        answeredDays: proof.answeredDays,
        checks: [...proof.checks],
      },
    sources: sources.map((source) => serializeSource(source, listName)),
    task: (taskId && tasks.get(taskId)) || null,
  };
}

const serializeSource = (source: ArchiveSourceRow, listName: string) => {
  const { id, kind, address, days, imported, timeZone } = source;
  const host = parseHost(address);
  return {
    id,
    kind,
    name: imported && listName !== '' ? listName : host,
    description: describeSource(source),
    days,
    connections: connectionsText(source),
    imported,
    host,
    timeZone,
  };
};

const kindNames: Record<ArchiveKind, string> = {
  flussonic: 'Flussonic',
  xtream: 'Xtream',
  nimble: 'Nimble',
  wowza: 'Wowza',
  template: 'Endereço com horário',
};

/** Names of the address forms on the admin's screen. */
const formNames: Readonly<Record<string, string>> = {
  'archive-hls': 'archive-S-L',
  'archive-file': 'archive-S-L.ts',
  'archive-mpegts': 'archive/S/L/mpegts',
  dash: 'forma /timeshift/',
  underscore: 'forma /timeshift/ com _',
  seconds: 'forma /timeshift/ em segundos',
  query: 'forma timeshift.php',
  range: 'dvr_range-S-L',
  dvr: '?DVR',
};

function describeSource({ kind, form, timeZone }: ArchiveSourceRow): string {
  const zone = timeZone === '' ? '' : `fuso ${timeZone}`;
  return [kindNames[kind], formNames[form] ?? '', zone].filter((part) => part !== '').join(', ');
}

function connectionsText({ connections, maxConnections }: ArchiveSourceRow): string {
  if (maxConnections === null) return '';
  if (maxConnections === 0) return 'sem limite';
  return `${connections ?? 0} de ${maxConnections} conexões`;
}
