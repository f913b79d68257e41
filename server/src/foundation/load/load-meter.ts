/** Counts the work of this process: requests, viewings and jobs of the last minute. */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../app-context.ts';
import { oncePer } from '../shared-runs.ts';

export interface Load {
  readonly requests: number;
  /** Mean time in milliseconds until the response began; null without requests. */
  readonly answerMs: number | null;
  /** Number of viewings with a recent heartbeat. */
  readonly screens: number;
  readonly jobs: number;
}

export interface LoadMeter {
  countRequest(answerMs: number): void;
  countJob(): void;
  noteScreen(sessionId: string): void;
  endScreen(sessionId: string): void;
  read(): Load;
}

const SLOT_MS = 10_000;
const SLOTS = MINUTE_MS / SLOT_MS;
/**
 * Time in milliseconds after the last heartbeat for which a viewing counts. It is twice the longest
 * interval between two heartbeats of a player.
 */
const SCREEN_MS = 45_000;

interface Slot {
  readonly index: number;
  requests: number;
  answerMs: number;
  jobs: number;
}

export function createLoadMeter(now: () => number = () => performance.now()): LoadMeter {
  let slots: Slot[] = [];
  const screens = new Map<string, number>();

  function current(): Slot {
    const index = Math.floor(now() / SLOT_MS);
    const last = slots.at(-1);
    if (last?.index === index) return last;
    const slot = { index, requests: 0, answerMs: 0, jobs: 0 };
    slots = [...slots.filter((former) => former.index > index - SLOTS), slot];
    return slot;
  }

  const forgetGoneScreens = () => {
    for (const [id, at] of screens) if (at < now() - SCREEN_MS) screens.delete(id);
  };

  return {
    countRequest: (answerMs) => {
      const slot = current();
      slot.requests += 1;
      slot.answerMs += answerMs;
    },
    countJob: () => {
      current().jobs += 1;
    },
    noteScreen: (sessionId) => screens.set(sessionId, now()),
    endScreen: (sessionId) => void screens.delete(sessionId),
    read: () => {
      current();
      forgetGoneScreens();
      const sum = (field: 'requests' | 'answerMs' | 'jobs') =>
        slots.reduce((total, slot) => total + slot[field], 0);
      const requests = sum('requests');
      return {
        requests,
        answerMs: requests === 0 ? null : Math.round(sum('answerMs') / requests),
        screens: screens.size,
        jobs: sum('jobs'),
      };
    },
  };
}

export const getLoadMeter = oncePer(
  (ctx: Pick<AppContext, 'db'>) => ctx.db,
  () => createLoadMeter(),
);
