import type { AppContext } from '../../foundation/app-context.ts';
import { isUnavailable, type Tx } from '../../foundation/database.ts';

/**
 * Reports each order or ticket in its own transaction. A failed one does not block the others.
 * Returns the ids for which the chat sends something.
 */
export async function reportEach(
  ctx: AppContext,
  rows: readonly { readonly id: number }[],
  report: (ctx: AppContext, tx: Tx, id: number) => Promise<boolean>,
): Promise<number[]> {
  const sentIds: number[] = [];
  for (const { id } of rows)
    try {
      if (await ctx.db.tx((tx) => report(ctx, tx, id))) sentIds.push(id);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      ctx.log.error({ err: error, id, report: report.name }, 'a report to a sales chat failed');
    }
  return sentIds;
}
