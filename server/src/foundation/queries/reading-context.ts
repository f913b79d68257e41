/** Context for use cases that only read, and read many rows. */
import type { AppContext, ReadingContext } from '../app-context.ts';
import { isRehearsed } from '../rehearsal.ts';

/**
 * Returns a context that reads from the replica if one is available. A rehearsal reads from its own
 * connection, because only that connection sees its writes.
 */
export async function toReadingContext(ctx: AppContext): Promise<ReadingContext> {
  return ctx.replica && !isRehearsed() ? { ...ctx, db: await ctx.replica.reader() } : ctx;
}
