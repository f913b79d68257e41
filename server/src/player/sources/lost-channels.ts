import sql from 'sql-template-tag';
import type { Reader } from '../../foundation/database.ts';

export interface LostChannels {
  readonly count: number;
  /** Name of the channel that was lost last; null without lost channels. */
  readonly name: string | null;
  readonly since: Date | null;
}

/** Counts the channels without a working source. */
export const countLostChannels = async (reader: Reader): Promise<LostChannels> =>
  (await reader.first<LostChannels>(sql`
    select count(*)::int as count, (array_agg(name order by lost_at desc, id))[1] as name, min(lost_at) as since
    from streams where lost_at is not null`))!;
