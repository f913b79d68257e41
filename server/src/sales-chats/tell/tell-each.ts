import type { AppContext } from '../../foundation/app-context.ts';
import { isUnavailable, type Tx } from '../../foundation/database.ts';

/** Tells each order or ticket in its own transaction. A failed one does not block the others. */
export async function tellEach(
  ctx: AppContext,
  rows: readonly { readonly id: number }[],
  tell: (ctx: AppContext, tx: Tx, id: number) => Promise<void>,
): Promise<void> {
  for (const { id } of rows)
    try {
      await ctx.db.tx((tx) => tell(ctx, tx, id));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      ctx.log.error({ err: error, id, telling: tell.name }, 'a sales chat could not be told');
    }
}
