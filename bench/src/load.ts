/** Sends requests and summarises their times. */
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Executes one unit of work for a client. If it returns text, the text is the label of the measured
 * time.
 */
export type Work = (client: number) => Promise<string | void>;

export interface Round {
  readonly perSecond: number;
  /** Times in milliseconds, in ascending order. */
  readonly millis: readonly number[];
  /** Times of the requests with a label, by label. */
  readonly byLabel: ReadonlyMap<string, readonly number[]>;
  readonly failures: Failures;
}

/**
 * Rejected and failed requests. `runClients` leaves them out of the times, and `runArrivals` adds
 * them as infinite times. A run continues after them.
 */
export interface Failures {
  readonly count: number;
  /** Message of the first failure. */
  readonly first: string | undefined;
}

/** Pause of a client in ms after a failed request. An immediate retry would be additional load. */
const AFTER_FAILURE_MS = 50;

/**
 * Runs clients for some seconds. Each client sends one request after another. Measures the capacity
 * of the server.
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
 * Sends requests at a constant rate, without waiting for earlier responses. Measures the waiting
 * time of a person. A time starts when its request was due, so the figures show a server that is
 * too slow. A failed request counts as infinite.
 */
export async function runArrivals(
  rate: number,
  seconds: number,
  work: Work,
  signal?: AbortSignal,
): Promise<Round> {
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
  for (let number = 0; number < rate * seconds && !signal?.aborted; number += 1) {
    const due = start + (number * 1000) / rate;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    arrivals.push(arrive(number, due));
  }
  await Promise.all(arrivals);
  return record.round(performance.now() - start);
}

export interface Pace {
  readonly clients: number;
  /** Pause of a client in ms after each unit of work. */
  readonly pauseMs: number;
  /** True if the starts of the clients are spread over one pause. */
  readonly isSpread?: boolean;
}

/** Runs clients until the signal is aborted. */
export async function repeatUntil(
  signal: AbortSignal,
  { clients, pauseMs, isSpread = false }: Pace,
  work: (client: number) => Promise<unknown>,
): Promise<void> {
  const client = async (_: unknown, number: number): Promise<void> => {
    if (isSpread) await pause((number / clients) * pauseMs);
    while (!signal.aborted) {
      await work(number);
      await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
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

export interface Figures {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly perSecond: number;
}

/** Returns the median of each figure over the rounds, so that one bad round has little effect. */
export function summarizeRounds(rounds: readonly Round[]): Figures {
  const across = (figure: (round: Round) => number): number => median(rounds.map(figure));
  return {
    p50: across(({ millis }) => percentile(millis, 50)),
    p95: across(({ millis }) => percentile(millis, 95)),
    p99: across(({ millis }) => percentile(millis, 99)),
    perSecond: across(({ perSecond }) => perSecond),
  };
}

/** Returns the p95 of each labelled kind of work, the slowest first. */
export function slowestKinds(rounds: readonly Round[]): { label: string; p95: number }[] {
  const labels = new Set(rounds.flatMap(({ byLabel }) => [...byLabel.keys()]));
  const p95Of = (label: string): number =>
    median(
      rounds.flatMap(({ byLabel }) => {
        const millis = byLabel.get(label);
        return millis ? [percentile(millis, 95)] : [];
      }),
    );
  return [...labels]
    .map((label) => ({ label, p95: p95Of(label) }))
    .toSorted((a, b) => b.p95 - a.p95);
}

export function percentile(sorted: readonly number[], percent: number): number {
  const index = Math.ceil((percent / 100) * sorted.length) - 1;
  return sorted[Math.max(0, index)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted(rising);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);
