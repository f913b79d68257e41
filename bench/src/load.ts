/** Sends requests and records how long each took: as many as clients manage, or so many a second. */
import { setTimeout as pause } from 'node:timers/promises';

export type Work = (client: number) => Promise<string | void>;

export interface Round {
  readonly perSecond: number;
  /** In ascending order. */
  readonly millis: readonly number[];
  /** The same by label, where the work returned one. */
  readonly byLabel: ReadonlyMap<string, readonly number[]>;
}

/** Clients that do one request after another for some seconds: what the server is able to do. */
export async function runClients(clients: number, seconds: number, work: Work): Promise<Round> {
  const record = newRecord();
  const start = performance.now();
  const end = start + seconds * 1000;
  const client = async (number: number): Promise<void> => {
    for (let now = performance.now(); now < end;) {
      const label = await work(number);
      const done = performance.now();
      record.add(done - now, label);
      now = done;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return record.round(performance.now() - start);
}

const REFUSED = 'refused';

/**
 * Requests at a steady rate, whatever has come back so far: what a person waits who comes by. Each is counted
 * from the moment it was due, so a server that falls behind is seen to; who is refused waits without end.
 */
export async function runArrivals(rate: number, seconds: number, work: Work): Promise<Round> {
  const record = newRecord();
  const start = performance.now();
  const arrive = async (number: number, due: number): Promise<void> => {
    const label = await work(number).catch(() => REFUSED);
    record.add(label === REFUSED ? Number.POSITIVE_INFINITY : performance.now() - due, label);
  };
  const arrivals: Promise<void>[] = [];
  for (let number = 0; number < rate * seconds; number += 1) {
    const due = start + (number * 1000) / rate;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    arrivals.push(arrive(number, due));
  }
  await Promise.all(arrivals);
  return record.round(performance.now() - start);
}

function newRecord() {
  const millis: number[] = [];
  const byLabel = new Map<string, number[]>();
  return {
    add(took: number, label: string | void): void {
      millis.push(took);
      if (label) (byLabel.get(label) ?? byLabel.set(label, []).get(label)!).push(took);
    },
    round(tookMs: number): Round {
      for (const list of byLabel.values()) list.sort(rising);
      return { perSecond: (millis.length * 1000) / tookMs, millis: millis.sort(rising), byLabel };
    },
  };
}

const rising = (a: number, b: number): number => a - b;
