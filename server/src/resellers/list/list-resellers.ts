/**
 * Lists the direct children of the caller, or of an account in its tree; for an admin all accounts
 * (Q-RESLISTSCOPE). The query first finds the ids of one page, and then reads the columns of its
 * rows. Source: Q-PAGING, S-RESLIST-05 to -10, K-40, Q-UNDO.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { listResellers as declaration } from '@ramal/contract/resellers/resellers';
import sql from 'sql-template-tag';
import type { ReaderAccount } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import { formatDateTime } from '../../foundation/clock.ts';
import { brandsOf } from '../../brands/brands.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { toPageAnswer } from '../../foundation/pages.ts';
import { type ListResellersQuery, findResellers } from './reseller-page.sql.ts';
import { serializeReseller } from '../serialize-reseller.ts';
import { readResellers } from '../resellers.sql.ts';
import { findAccessibleAccount } from '../../access/access.ts';

export async function listResellers(
  ctx: AppContext,
  {
    actor,
    query: input,
  }: Pick<Call<typeof declaration>, 'query'> & { readonly actor: ReaderAccount },
): Promise<HandlerResult<typeof declaration>> {
  await mayList(ctx.db, actor, input);
  const now = ctx.clock.now();
  const { ids, total } = await findResellers(ctx.db, actor, input, now);
  const [rows, asOf, franchises] = await Promise.all([
    readResellers(ctx.db, ids),
    readTreeTotalsTime(ctx),
    actor.profile === 'admin' ? brandsOf(ctx).franchises() : [],
  ]);
  return {
    ...toPageAnswer(
      input,
      total,
      rows.map((row) => serializeReseller(ctx, actor, row)),
    ),
    asOf,
    franchises: [...franchises],
  };
}

/**
 * Refuses deleted accounts for callers other than admins, and an account `under` outside the
 * caller's tree.
 */
export async function mayList(
  db: Reader,
  viewer: ReaderAccount,
  { status, under }: Pick<ListResellersQuery, 'status' | 'under'>,
): Promise<void> {
  if (status === 'deleted' && viewer.profile !== 'admin') refuse('forbidden');
  if (under !== undefined) await findAccessibleAccount(db, viewer, under);
}

/** Reads the time of the last roll-up of the tree totals; null before the first. */
export async function readTreeTotalsTime({
  db,
  clock,
}: Pick<AppContext, 'db' | 'clock'>): Promise<string | null> {
  const snapshot = await db.first<{ at: Date }>(sql`select at from tree_totals_taken`, 'prepared');
  return snapshot ? formatDateTime(snapshot.at, clock.timeZone) : null;
}
