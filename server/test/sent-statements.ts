/**
 * Records the statements that a context sends to its database during some work, in any module.
 */
import { vi } from 'vitest';
import type { TestContext } from './context.ts';

/** Returns the texts of the statements in the order in which they were sent. */
export async function sentDuring(
  ctx: Pick<TestContext, 'db'>,
  act: () => Promise<unknown>,
): Promise<readonly string[]> {
  const client = await ctx.db.pool.connect();
  const sent = vi.spyOn(Object.getPrototypeOf(client), 'query');
  client.release();
  // Clients of the observed pool. Servers in the same process use other pools, whose statements are
  // not recorded.
  const clients = new Set<unknown>();
  const add = (opened: unknown) => void clients.add(opened);
  ctx.db.pool.on('acquire', add);
  try {
    await act();
    return sent.mock.calls
      .filter((_, call) => clients.has(sent.mock.contexts[call]))
      .map(([statement]) =>
        typeof statement === 'string' ? statement : String((statement as { text?: string }).text),
      );
  } finally {
    ctx.db.pool.off('acquire', add);
    sent.mockRestore();
  }
}
