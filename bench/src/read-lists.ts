/** Clients that read their lists while something else goes on, a few times a second each: hardly any load. */
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from './http.ts';
import { own, listScenario } from './scenarios/lists.ts';
import type { Fixture } from './fixture.ts';

const READERS = 4;
const PAUSE_MS = 200;

/** How long each took, rising. */
export async function readLists(
  fixture: Fixture,
  seconds: number,
  over?: AbortSignal,
): Promise<number[]> {
  const { send, close } = connect(fixture.port, READERS);
  try {
    const views = () => [{ page: 1, sort: 'exp_date', dir: 'asc' }] as const;
    const readList = await listScenario('lists', own, READERS, {}, views).server(fixture, send);
    const took: number[] = [];
    const viewer = async (number: number): Promise<void> => {
      for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
        if (over?.aborted) return;
        const start = performance.now();
        await readList(number);
        took.push(performance.now() - start);
        await pause(PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: READERS }, (_, number) => viewer(number)));
    return took.sort((a, b) => a - b);
  } finally {
    close();
  }
}
