/** Measures the time of `npm start` with every role on a new database. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { printFigure } from '../report.ts';
import { startServer } from '../server.ts';

const IDLE_MS = 10_000;

export async function measureStart(): Promise<void> {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'ramal-bench-'));
  try {
    const first = await startServer({ dataFolder, firstPage: '/' });
    await first.stop();
    const second = await startServer({ dataFolder, firstPage: '/' });
    await pause(IDLE_MS);
    const memoryMb = second.memoryMb();
    await second.stop();
    printFigure('npm start, new database, to the first page (ms)', first.startedInMs, 3_000);
    printFigure('npm start again, to the first page (ms)', second.startedInMs, 3_000);
    printFigure('memory idle, every role (MB)', memoryMb, 150, 'MB');
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
