/**
 * Sends requests and records their times, either as many as the clients manage or at a fixed rate.
 */
import { setTimeout as pause } from 'node:timers/promises';

export type Work = (client: number) => Promise<string | void>;

export interface Round {
  readonly perSecond: number;
  /** In ascending order. */
  readonly millis: readonly number[];
  /** The same times by label, if the work returned one. */
  readonly byLabel: ReadonlyMap<string, readonly number[]>;
  readonly failures: Failures;
}

/** Rejected and failed requests. They are excluded from the times, and a long run continues. */
export interface Failures {
  readonly count: number;
  /** Message of the first failure. */
  readonly first: string | undefined;
}

/** Pause of a rejected client, like a person's. An immediate retry would be additional load. */
const AFTER_FAILURE_MS = 50;

/**
 * Runs clients that send one request after another for some seconds. Measures the capacity of the
 * server.
 */
export async function runClients(clients: number, seconds: number, work: Work): Promise<Round> {
  const record = newRecord();
  const start = performance.now();
  const end = start + seconds * 1000;
  const client = async (number: number): Promise<void> => {
    for (let now = performance.now(); now < end;) {
      try {
        const label = await work(number);
        record.add(performance.now() - now, label);
      } catch (error) {
        record.fail(error);
        await pause(AFTER_FAILURE_MS);
      }
      now = performance.now();
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return record.round(performance.now() - start);
}

/**
 * Sends requests at a constant rate, independent of pending responses. Measures the waiting time of
 * a person. Each time starts when the request was due, so a server that falls behind is visible. A
 * rejected request counts as infinite.
 */
export async function runArrivals(rate: number, seconds: number, work: Work): Promise<Round> {
  const record = newRecord();
  const start = performance.now();
  const arrive = async (number: number, due: number): Promise<void> => {
    try {
      const label = await work(number);
      record.add(performance.now() - due, label);
    } catch (error) {
      record.fail(error);
      record.add(Number.POSITIVE_INFINITY);
    }
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
  const failures: { count: number; first: string | undefined } = { count: 0, first: undefined };
  return {
    fail(error: unknown): void {
      failures.count += 1;
      failures.first ??= error instanceof Error ? error.message : String(error);
    },
    add(took: number, label?: string | void): void {
      millis.push(took);
      if (label) (byLabel.get(label) ?? byLabel.set(label, []).get(label)!).push(took);
    },
    round(tookMs: number): Round {
      for (const list of byLabel.values()) list.sort(rising);
      const perSecond = (millis.length * 1000) / tookMs;
      return { perSecond, millis: millis.sort(rising), byLabel, failures };
    },
  };
}

const rising = (a: number, b: number): number => a - b;
