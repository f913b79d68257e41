/**
 * Lists the differences between the last spreadsheet and the catalogue: channels with another name
 * or code, and new channels (Q-EPG).
 */
import {
  MAX_LISTED_EPG_CHANNELS,
  type EpgChannel,
  type EpgVerification,
} from '@ramal/contract/catalogue/epg';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader } from '../../foundation/database.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { channels, code } from './export-epg.ts';

export async function verifyEpg({ db }: AppContext): Promise<EpgVerification> {
  const exported = await db.first<{ at: Date | null }>(
    sql`select max(exported_at) as at from epg_exported`,
  );
  const at = exported?.at ?? null;
  if (at === null) return { MODIFY: [], NEWS: [], modified: 0, new: 0, exportedAtTimestamp: null };
  const [modified, added] = await Promise.all([
    differing(db, sql`e.stream_id is not null and (e.name <> s.name or e.code <> ${code})`),
    differing(db, sql`e.stream_id is null`),
  ]);
  return {
    MODIFY: modified.named,
    NEWS: added.named,
    modified: modified.total,
    new: added.total,
    exportedAtTimestamp: unixSeconds(at),
  };
}

async function differing(reader: Reader, how: Sql) {
  const rows = await reader.many<EpgChannel & { total: number }>(sql`
    select s.name, ${code} as code, count(*) over () as total
    from streams s left join epg_exported e on e.stream_id = s.id
    where ${channels} and ${how}
    order by s.search, s.id limit ${MAX_LISTED_EPG_CHANNELS}`);
  return {
    named: rows.map(({ name, code: epgCode }) => ({ name, code: epgCode })),
    total: rows[0]?.total ?? 0,
  };
}
