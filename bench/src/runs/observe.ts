/** Observes the server while other work runs: times of lists, a task until its end, and memory. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Task } from '@ramal/contract/tasks';
import type pg from 'pg';
import type { Fixture } from '../fixture.ts';
import { connect } from '../http.ts';
import { percentile, repeatUntil } from '../load.ts';
import { printFigure } from '../report.ts';
import { listScenario, ownLines } from '../scenarios/lists.ts';

/** Clients that read lists a few times per second, which is little load. */
const READERS = { clients: 4, pauseMs: 200 };
const LOOK_EVERY_MS = 250;
const CALM_MS = 15_000;

const firstPages = listScenario('lists', ownLines, READERS.clients, {}, () => [
  { page: 1, sort: 'exp_date', dir: 'asc' },
]);

interface ListTimes {
  /** Times of the answered requests in milliseconds, ascending. */
  readonly took: readonly number[];
  /** Requests that were rejected because of overload. */
  readonly refused: number;
}

/** Reads lists while the work runs, and measures their times. */
export async function measureListsDuring<T>(
  fixture: Fixture,
  work: () => Promise<T>,
): Promise<{ result: T; lists: ListTimes }> {
  const controller = new AbortController();
  const [result, lists] = await Promise.all([
    work().finally(() => controller.abort()),
    readLists(fixture, controller.signal),
  ]);
  return { result, lists };
}

/** Prints the times of the lists without other work. */
export async function printIdleLists(fixture: Fixture, when: string, ms = CALM_MS): Promise<void> {
  printLists(when, await readLists(fixture, AbortSignal.timeout(ms)));
}

async function readLists(fixture: Fixture, signal: AbortSignal): Promise<ListTimes> {
  const { send, close } = connect([fixture.port], READERS.clients);
  try {
    const readList = await firstPages.server(fixture, send);
    const took: number[] = [];
    let refused = 0;
    await repeatUntil(signal, READERS, async (client) => {
      const start = performance.now();
      try {
        await readList(client);
        took.push(performance.now() - start);
      } catch (error) {
        if (!(error instanceof Error) || !error.message.endsWith(': 503')) throw error;
        refused += 1;
      }
    });
    return { took: took.sort((a, b) => a - b), refused };
  } finally {
    close();
  }
}

export function printLists(when: string, { took, refused }: ListTimes): void {
  printFigure(`${when}, p50 (ms)`, percentile(took, 50));
  printFigure(`${when}, p95 (ms)`, percentile(took, 95));
  if (refused > 0) printFigure(`${when}, answered 503`, refused);
}

/** Starts a task as an admin. Returns its final row and its duration. */
export async function runTask(
  { port, admin }: Fixture,
  database: pg.Client,
  request: { readonly path: string; readonly body?: object },
): Promise<{ id: number; message: string; seconds: number }> {
  const { call, close } = connect([port], 1);
  const start = performance.now();
  const { task } = await call<{ task: Task }>({ method: 'POST', token: admin.token, ...request });
  close();
  for (;;) {
    const { rows } = await database.query<{ state: string; message: string }>(
      'select state, message from tasks where id = $1',
      [task.id],
    );
    const { state, message } = rows[0]!;
    if (state === 'failed' || state === 'stopped') throw new Error(message);
    if (state !== 'waiting' && state !== 'running')
      return { id: task.id, message, seconds: (performance.now() - start) / 1000 };
    await pause(LOOK_EVERY_MS);
  }
}

/** Runs the work. Returns its result and the highest value measured during the work. */
export async function measurePeakDuring<T>(
  measure: () => number,
  work: () => Promise<T>,
): Promise<{ result: T; most: number }> {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, measure())), LOOK_EVERY_MS);
  const result = await work().finally(() => clearInterval(timer));
  return { result, most: Math.max(most, measure()) };
}
