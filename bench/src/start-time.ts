/** Measures `npm start` with every role on a new database. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from './server.ts';
import { formatFact } from './table.ts';

const IDLE_MS = 10_000;

export async function measureStart(): Promise<string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ramal-bench-'));
  const start = () =>
    startServer({ script: 'scripts/start.mjs', dataFolder: folder, firstPage: '/' });
  try {
    const first = await start();
    await first.stop();
    const second = await start();
    await pause(IDLE_MS);
    const memoryMb = second.memoryMb();
    await second.stop();
    return [
      formatFact('npm start, new database, to the first page (ms)', first.startedInMs, {
        limit: 3_000,
        unit: 'ms',
      }),
      formatFact('npm start again, to the first page (ms)', second.startedInMs, {
        limit: 3_000,
        unit: 'ms',
      }),
      formatFact('memory idle, every role (MB)', memoryMb, { limit: 150, unit: 'MB' }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
