/**
 * Worker process of kill-recurring.test.ts. It runs the jobs of payments and of recurring Pix once
 * for each message, at the time of the message.
 */
import pino from 'pino';
import type { AppContext } from '../../src/foundation/app-context.ts';
import { readConfig } from '../../src/foundation/config.ts';
import { openDatabase } from '../../src/foundation/database.ts';
import { secretsFrom } from '../../src/foundation/secrets.ts';
import { reconcilePayments } from '../../src/payments/reconcile.ts';
import { advanceAuthorizations } from '../../src/recurring-pix/advance.ts';

const config = readConfig(process.env);
let now = new Date(0);

const ctx: AppContext = {
  config,
  db: openDatabase({ url: process.env.RAMAL_TEST_DATABASE!, connections: 6 }),
  clock: { now: () => now, timeZone: config.timeZone },
  secrets: secretsFrom(Buffer.alloc(32, 7)),
  log: pino({ level: config.logLevel }),
  embedded: undefined,
};

async function run(at: string): Promise<void> {
  now = new Date(at);
  await reconcilePayments(ctx);
  await advanceAuthorizations(ctx);
  process.send!('done');
}

process.on('message', (at) => void run(String(at)));
process.on('disconnect', () => process.exit(0));
process.send!('ready');
