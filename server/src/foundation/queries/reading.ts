/** Where a use case reads that only reads, and much. */
import type { AppContext, ReadingContext } from '../app-context.ts';
import { isRehearsed } from '../rehearsal.ts';

/** On the replica, where one serves; in a rehearsal what was written is known to one connection alone. */
export async function reading(ctx: AppContext): Promise<ReadingContext> {
  return ctx.replica && !isRehearsed() ? { ...ctx, db: await ctx.replica.reader() } : ctx;
}
