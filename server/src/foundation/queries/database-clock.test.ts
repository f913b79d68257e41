import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DatabaseClock, keepDatabaseTime } from './database-clock.ts';

const START = Date.parse('2026-11-29T12:00:00Z');
const HOUR = 3_600_000;
const logged: string[] = [];
const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line).msg) });

/** Milliseconds by which each clock differs from the true time. */
let off: { database: number; machine: number };
let elapsed: number;
let isAway: boolean;
let clock: DatabaseClock | undefined;
beforeEach(() => {
  off = { database: 0, machine: 0 };
  elapsed = 0;
  isAway = false;
  logged.length = 0;
});
afterEach(() => clock?.stop());

const start = () =>
  keepDatabaseTime('UTC', log, {
    database: async () => {
      if (isAway) throw new Error('away');
      return START + elapsed + off.database;
    },
    machine: () => START + elapsed + off.machine,
    monotonic: () => elapsed,
  });
const errorOf = (databaseClock: DatabaseClock) => databaseClock.now().getTime() - START - elapsed;

it('a jump of the machine’s clock changes nothing and is reported once', async () => {
  clock = await start();
  off.machine = HOUR;
  elapsed += 1_000;
  expect(errorOf(clock)).toBe(0);
  await clock.read();
  await clock.read();
  expect([errorOf(clock), logged]).toEqual([0, [expect.stringContaining('of this machine')]]);
  off.machine = 0;
  await clock.read();
  expect(logged.at(-1)).toBe('all clocks agree again');
});

it('a jump of the database’s clock changes nothing and is reported once', async () => {
  clock = await start();
  off.database = -HOUR;
  await clock.read();
  await clock.read();
  expect([errorOf(clock), logged]).toEqual([0, [expect.stringContaining('of the database')]]);
});

it('a correction of both clocks is followed', async () => {
  off = { database: HOUR, machine: HOUR };
  clock = await start();
  off = { database: 0, machine: 0 };
  expect(errorOf(clock)).toBe(HOUR);
  await clock.read();
  expect([errorOf(clock), logged]).toEqual([0, []]);
});

it('a process that starts with a wrong clock takes the time of the database', async () => {
  off.machine = -HOUR;
  clock = await start();
  expect([errorOf(clock), logged.length]).toEqual([0, 1]);
});

it('the time advances while the database is away', async () => {
  clock = await start();
  isAway = true;
  elapsed += HOUR;
  await clock.read();
  expect([errorOf(clock), logged]).toEqual([0, []]);
});
