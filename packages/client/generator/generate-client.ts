/**
 * Generates src/calls.ts and src/error-codes.ts of the client from the contract. It runs before
 * lint, type checks, builds and tests of the package. It needs no database.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FormatConfig, format } from 'oxfmt';
import pino from 'pino';
import { moduleRoutes } from '../../../server/src/app.ts';
import { systemClock } from '../../../server/src/foundation/clock.ts';
import { readConfig } from '../../../server/src/foundation/config.ts';
import { openDatabase } from '../../../server/src/foundation/database.ts';
import { secretsFrom } from '../../../server/src/foundation/secrets.ts';
import { callsForKeys, printCalls, printErrorCodes } from './print-calls.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const sources = path.resolve(import.meta.dirname, '../src');

async function generateClient(): Promise<void> {
  const calls = callsForKeys(await readBindings());
  const style = JSON.parse(
    await readFile(path.join(root, '.oxfmtrc.json'), 'utf8'),
  ) as FormatConfig;
  for (const [name, text] of [
    ['calls.ts', printCalls(calls)],
    ['error-codes.ts', printErrorCodes(calls)],
  ] as const) {
    const { code, errors } = await format(name, text, style);
    if (errors.length > 0) throw new Error(`${name}: ${errors[0]!.message}`);
    await writeFile(path.join(sources, name), code);
  }
}

/** Reads the bindings of the server, which are only declarations. It opens no connection. */
async function readBindings() {
  const config = readConfig({});
  const db = openDatabase({ url: 'postgres://nobody@localhost/none' });
  const bindings = moduleRoutes({
    config,
    db,
    clock: systemClock(config.timeZone),
    secrets: secretsFrom(Buffer.alloc(32)),
    log: pino({ level: 'silent' }),
  });
  await db.close();
  return bindings;
}

await generateClient();
