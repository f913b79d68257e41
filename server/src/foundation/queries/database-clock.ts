/**
 * Time of the database, which all processes share. The database is read at intervals, and between
 * two readings the monotonic clock measures the time. A jump of the database's clock is accepted
 * only if the result agrees with this machine's clock or with the previous time.
 */
import type { Logger } from 'pino';
import sql from 'sql-template-tag';
import type { Clock } from '../clock.ts';
import type { Reader } from '../database.ts';

export interface DatabaseClock extends Clock {
  /** Reads the database's clock now. */
  read(): Promise<void>;
  stop(): void;
}

export interface Clocks {
  /** Returns the milliseconds since 1970 by the database's clock. */
  readonly database: () => Promise<number>;
  /** Returns the milliseconds since 1970 by this machine's clock. */
  readonly machine: () => number;
  /** Returns the milliseconds since some fixed moment, by a clock that never jumps. */
  readonly monotonic: () => number;
}

const READ_EVERY_MS = 30_000;
/** Maximum duration in milliseconds of a reading. A slower one would be inexact. */
const SLOWEST_MS = 1_000;
/** Milliseconds up to which the difference of two clocks is ignored. */
const TOLERANCE_MS = 2_000;

export const databaseClocks = (db: Reader): Clocks => ({
  database: async () => {
    const row = await db.first<{ ms: number }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
      'prepared',
    );
    return row!.ms;
  },
  machine: () => Date.now(),
  monotonic: () => performance.now(),
});

export async function keepDatabaseTime(
  timeZone: string,
  log: Logger,
  { database, machine, monotonic }: Clocks,
): Promise<DatabaseClock> {
  /**
   * Differences of the shared time and of this machine's clock from the monotonic clock, in
   * milliseconds.
   */
  const offsets = { time: machine() - monotonic(), machine: Number.NaN };
  let isFirst = true;
  let warned: string | undefined;
  let reading: Promise<void> | undefined;

  const isNear = (first: number, second: number): boolean =>
    Math.abs(first - second) <= TOLERANCE_MS;

  function warn(clock: string | undefined, differenceMs: number): void {
    if (clock !== undefined && clock !== warned)
      log.warn({ seconds: Math.round(differenceMs / 1_000) }, `${clock}: check NTP (timedatectl)`);
    if (clock === undefined && warned !== undefined) log.warn('all clocks agree again');
    warned = clock;
  }

  function decide(fromDatabase: number): void {
    const isMachineRight = isNear(fromDatabase, offsets.machine);
    if (isMachineRight || isFirst || isNear(fromDatabase, offsets.time)) {
      offsets.time = fromDatabase;
      isFirst = false;
      warn(isMachineRight ? undefined : MACHINE, offsets.machine - fromDatabase);
    } else warn(DATABASE, fromDatabase - offsets.time);
  }

  async function readOnce(): Promise<void> {
    const before = monotonic();
    offsets.machine = machine() - before;
    const ms = await database().catch(() => undefined);
    const after = monotonic();
    if (ms !== undefined && after - before <= SLOWEST_MS) decide(ms - (before + after) / 2);
  }

  const read = (): Promise<void> =>
    (reading ??= readOnce().finally(() => {
      reading = undefined;
    }));

  await read();
  const timer = setInterval(() => void read(), READ_EVERY_MS).unref();
  return {
    timeZone,
    now: () => {
      // If the machine's clock jumped, the machine was suspended or its clock was set. The database
      // is then read again.
      if (!isNear(machine() - monotonic(), offsets.machine)) void read();
      return new Date(offsets.time + monotonic());
    },
    read,
    stop: () => clearInterval(timer),
  };
}

const MACHINE = 'the clock of this machine is wrong, the time of the database is used';
const DATABASE = 'the clock of the database is wrong, the time of this process is used';
