/**
 * Clients that read their lists during another measurement, a few times a second each, which is
 * little load.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './figures.ts';
import { connect } from './http.ts';
import { ownLines, listScenario } from './scenarios/lists.ts';
import type { Fixture } from './fixture.ts';
import { formatFact } from './table.ts';

const READERS = 4;
const PAUSE_MS = 200;

interface ListTimes {
  /** Milliseconds of the answered requests, ascending. */
  readonly took: readonly number[];
  /** Requests that were rejected because of overload. */
  readonly refused: number;
}

export async function readLists(
  fixture: Fixture,
  seconds: number,
  over?: AbortSignal,
): Promise<ListTimes> {
  const { send, close } = connect(fixture.port, READERS);
  try {
    const views = () => [{ page: 1, sort: 'exp_date', dir: 'asc' }] as const;
    const readList = await listScenario('lists', ownLines, READERS, {}, views).server(
      fixture,
      send,
    );
    const took: number[] = [];
    let refused = 0;
    const viewer = async (number: number): Promise<void> => {
      for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
        if (over?.aborted) return;
        const start = performance.now();
        const isAnswered = await answered(readList(number));
        if (isAnswered) took.push(performance.now() - start);
        else refused += 1;
        await pause(PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: READERS }, (_, number) => viewer(number)));
    return { took: took.sort((a, b) => a - b), refused };
  } finally {
    close();
  }
}

/** False if the server reports overload. */
export async function answered(asking: Promise<unknown>): Promise<boolean> {
  try {
    await asking;
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.endsWith(': 503')) return false;
    throw error;
  }
}

export function reportLists(
  when: string,
  { took, refused }: ListTimes,
  print: (line: string) => void,
): void {
  print(formatFact(`lists ${when}, p50 (ms)`, percentile(took, 50)));
  print(formatFact(`lists ${when}, p95 (ms)`, percentile(took, 95)));
  if (refused > 0) print(formatFact(`lists ${when}, answered 503`, refused));
}
