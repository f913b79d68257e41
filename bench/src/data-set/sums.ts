/**
 * Creates the sums that the worker maintains. Without them a run would include their first
 * computation over years of data.
 */
import { sumMovementMonths } from '../../../server/src/credits/credits.ts';
import { rollUpTreeTotals } from '../../../server/src/dashboard/roll-up-tree-totals.ts';
import { systemClock } from '../../../server/src/foundation/clock.ts';
import { openDatabase } from '../../../server/src/foundation/database.ts';
import { countLineMonths } from '../../../server/src/reports/reports.ts';

export async function buildSums(ownerUrl: string): Promise<void> {
  const db = openDatabase({ url: ownerUrl, connections: 1 });
  const ctx = { db, clock: systemClock('America/Sao_Paulo') };
  try {
    await sumMovementMonths(ctx);
    await countLineMonths(ctx);
    await rollUpTreeTotals(ctx);
    await db.pool.query('vacuum (freeze, analyze)');
  } finally {
    await db.close();
  }
}
