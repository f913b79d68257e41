import type { AppContext } from '../../foundation/app-context.ts';
import { isUnavailable, type Tx } from '../../foundation/database.ts';

/** Reports each order or ticket in its own transaction. A failed one does not block the others. */
export async function reportEach(
  ctx: AppContext,
  rows: readonly { readonly id: number }[],
  report: (ctx: AppContext, tx: Tx, id: number) => Promise<unknown>,
): Promise<void> {
  for (const { id } of rows)
    try {
      await ctx.db.tx((tx) => report(ctx, tx, id));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      ctx.log.error({ err: error, id, report: report.name }, 'a report to a sales chat failed');
    }
}
