/** Channels of a line and their rows. Lines with the same bouquets share the channels. */
import type { AppContext } from '../../foundation/app-context.ts';
import { type ListedStream, selectStreams } from '../lists/listed.sql.ts';
import type { PlaylistCache } from '../lists/playlist-cache.ts';
import type { PortalBox } from './portal-boxes.sql.ts';

export interface ListDependencies {
  readonly ctx: AppContext;
  readonly lists: PlaylistCache;
}

/** Returns the command of a channel. Only the portal can resolve it. */
const commandOf = (id: number): string => `ffrt http://localhost/ch/${id}_`;

/** Estimated bytes of a cached channel. The row of a channel is several times as large. */
const BYTES_A_CHANNEL = 600;

const no = '0';

/** Returns the row of a channel. Rows are not cached, because a page shows fourteen of them. */
export function channelRow(channel: ListedStream) {
  const hasArchive = channel.archiveDays > 0 ? '1' : no;
  const id = String(channel.id);
  const cmd = commandOf(channel.id);
  return {
    id,
    name: channel.name,
    number: String(channel.number),
    censored: channel.isAdult ? '1' : no,
    cmd,
    cost: no,
    count: no,
    status: '1',
    tv_genre_id: String(channel.categoryId),
    base_ch: '1',
    hd: no,
    xmltv_id: channel.epgChannelId ?? '',
    service_id: '',
    bonus_ch: no,
    volume_correction: no,
    use_http_tmp_link: '1',
    use_load_balancing: no,
    wowza_tmp_link: no,
    nginx_secure_link: no,
    mc_cmd: '',
    enable_tv_archive: hasArchive,
    archive: hasArchive,
    // The portal counts in hours.
    tv_archive_duration: String(channel.archiveDays * 24),
    allow_pvr: no,
    allow_local_pvr: no,
    allow_local_timeshift: no,
    allow_remote_pvr: no,
    monitoring_status: '1',
    enable_monitoring: no,
    enable_wowza_load_balancing: no,
    cmd_1: '',
    cmd_2: '',
    cmd_3: '',
    logo: channel.icon,
    correct_time: no,
    modified: '',
    locked: no,
    lock: 0,
    fav: 0,
    genres_str: channel.categoryName,
    cur_playing: '',
    epg: [] as unknown[],
    open: 1,
    pvr: no,
    cmds: [
      {
        id,
        ch_id: id,
        priority: no,
        url: cmd,
        status: '1',
        use_http_tmp_link: '1',
        use_load_balancing: no,
        wowza_tmp_link: no,
        enable_monitoring: no,
      },
    ],
  };
}

export interface Channels {
  /** Channels in the order in which apps show them. */
  readonly all: readonly ListedStream[];
  readonly byId: ReadonlyMap<number, ListedStream>;
}

export const readChannels = ({ ctx, lists }: ListDependencies, box: PortalBox): Promise<Channels> =>
  lists.get(box, 'portal-channels', async () => {
    const all = await ctx.db.many<ListedStream>(
      selectStreams('live', box.bouquetIds, null),
      'prepared',
    );
    const byId = new Map(all.map((channel) => [channel.id, channel]));
    return { value: { all, byId }, bytes: all.length * BYTES_A_CHANNEL };
  });
