/**
 * Exports the spreadsheet of channels and their guide codes. Also stores the exported rows, because
 * the verification compares the catalogue with them. Source: S-SETEXTRA-02, K-72, Q-EPG.
 */
import type { exportEpg as declaration } from '@ramal/contract/catalogue/epg';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import { exportKind, type ExportRequest, startExport } from '../../exports/exports.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';

const KIND = 'export-epg';

/** SQL condition on `streams s`: channels that players list. */
export const channels: Sql = sql`s.kind = 'live' and s.hidden_at is null and s.gone_at is null`;
export const code: Sql = sql`coalesce(s.epg_channel_id, '')`;

export async function exportEpg(
  ctx: AppContext,
  { actor }: Pick<Call<typeof declaration>, 'actor'>,
): Promise<HandlerResult<typeof declaration>> {
  return ctx.db.tx(async (tx) => {
    // Locks, because two concurrent exports would mix their rows.
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('epg-export'))`);
    await tx.run(sql`delete from epg_exported`);
    await tx.run(sql`
      insert into epg_exported (stream_id, name, code, exported_at)
      select s.id, s.name, ${code}, ${ctx.clock.now()} from streams s where ${channels}`);
    if (!(await tx.first(sql`select from epg_exported limit 1`))) refuse('no_items_to_export');
    return startExport(ctx, tx, { kind: KIND, by: actor, file: 'epg.xlsx', payload: {} });
  });
}

interface Channel {
  readonly id: number;
  readonly name: string;
  readonly code: string;
}

const A_PAGE = 5_000;

export const epgExport = exportKind<ExportRequest, Channel>({
  kind: KIND,
  columns: [
    { header: 'Canal', width: 44, cell: ({ name }) => name },
    { header: 'Código EPG', width: 32, cell: ({ code: epgCode }) => epgCode },
  ],
  count: async ({ db }) =>
    (await db.first<{ count: number }>(sql`select count(*) from epg_exported`))!.count,
  async *pages({ db }) {
    for (let after = 0; ;) {
      const page = await db.many<Channel>(sql`
        select stream_id as id, name, code from epg_exported where stream_id > ${after}
        order by stream_id limit ${A_PAGE}`);
      if (page.length > 0) yield page;
      if (page.length < A_PAGE) return;
      after = page.at(-1)!.id;
    }
  },
});
