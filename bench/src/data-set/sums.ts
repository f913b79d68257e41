/**
 * Computes the stored sums that the worker maintains. Otherwise the worker would compute them over
 * years of data during the measurement.
 */
import pg from 'pg';
import { sumMovementMonths } from '../../../server/src/credits/credits.ts';
import { rollUpTreeTotals } from '../../../server/src/dashboard/roll-up-tree-totals.ts';
import { systemClock } from '../../../server/src/foundation/clock.ts';
import { openDatabase } from '../../../server/src/foundation/database.ts';
import { rollUpFromStart, rollUpNumbers } from '../../../server/src/numbers/numbers.ts';
import { countLineMonths } from '../../../server/src/reports/reports.ts';

export async function buildSums(ownerUrl: string): Promise<void> {
  const db = openDatabase({ url: ownerUrl, connections: 1 });
  const ctx = { db, clock: systemClock('America/Sao_Paulo') };
  try {
    await sumMovementMonths(ctx);
    await countLineMonths(ctx);
    await rollUpTreeTotals(ctx);
    await rollUpFromStart(ctx);
    await rollUpNumbers(ctx);
  } finally {
    await db.close();
  }
  await vacuum(ownerUrl);
}

/**
 * Runs a vacuum on a separate connection, because the timeouts of the pool would cancel it on a
 * large data set.
 */
async function vacuum(ownerUrl: string): Promise<void> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    await client.query('vacuum (freeze, analyze)');
  } finally {
    await client.end();
  }
}
