/**
 * Records the statements that this process sends to its database during some work, in any module.
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
  try {
    await act();
    return sent.mock.calls.map(([statement]) =>
      typeof statement === 'string' ? statement : String((statement as { text?: string }).text),
    );
  } finally {
    sent.mockRestore();
  }
}
