import type { Download } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { getExport } from '@ramal/contract/exports';
import sql from 'sql-template-tag';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { SPREADSHEET_TYPE } from '../foundation/files/spreadsheet.ts';
import { tokenHash } from './run-export.ts';

export const exportRoutes = (ctx: AppContext): Binding[] => [
  bind(getExport, ({ params }) => fetchExport(ctx, params.token)),
];

/**
 * Finds a file by its URL. The file must be finished, not expired and not downloaded before. The
 * session that requested it must be open, and the account must not be blocked or deleted
 * (Q-EXPORTTICKET).
 */
async function fetchExport(ctx: AppContext, token: string): Promise<Download> {
  const file = await ctx.db.first<{ id: number; file: string; expiresAt: Date | null }>(sql`
    select e.id, e.file, e.expires_at
    from exports e join accounts a on a.id = e.account_id
    where e.token_hash = ${tokenHash(token)} and a.deleted_at is null
      and a.blocked_at is null and a.blocked_by_admin_at is null and e.fetched_at is null
      and (e.sign_in_id is null or exists (
        select from sign_ins s
        where s.id = e.sign_in_id and s.ended_at is null and s.expires_at > ${ctx.clock.now()}))`);
  if (!file) return refuse('export_not_found');
  if (file.expiresAt === null) return refuse('export_not_ready');
  if (file.expiresAt <= ctx.clock.now()) return refuse('export_not_found');
  if (!(await claimDownload(ctx, file.id))) return refuse('export_not_found');
  return { name: file.file, type: SPREADSHEET_TYPE, content: piecesOf(ctx, file.id) };
}

/** Claims the download. If two downloads run at once, returns true only for one of them. */
const claimDownload = ({ db, clock }: AppContext, id: number): Promise<boolean> =>
  db.tx(
    async (tx) =>
      (await tx.run(sql`
        update exports set fetched_at = ${clock.now()} where id = ${id} and fetched_at is null`)) >
      0,
  );

/**
 * Yields the pieces of a file one by one, so that only one piece is in memory. After an interrupted
 * transfer, the client may download the file again.
 */
async function* piecesOf({ db }: AppContext, id: number): AsyncGenerator<Uint8Array> {
  let isWhole = false;
  try {
    for (let number = 1; ; number += 1) {
      const piece = await db.first<{ bytes: Buffer }>(
        sql`select bytes from export_pieces where export_id = ${id} and number = ${number}`,
        'prepared',
      );
      if (!piece) break;
      yield piece.bytes;
    }
    isWhole = true;
  } finally {
    if (!isWhole)
      await db.tx((tx) => tx.run(sql`update exports set fetched_at = null where id = ${id}`));
  }
}
