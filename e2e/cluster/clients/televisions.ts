/**
 * Televisions that play HLS. Each television refreshes its playlist and loads the newest segment at
 * a constant interval. Its longest wait shows how long the buffer of a viewer must be. A wait is
 * the time from the first attempt to the response.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { MACHINES, machineAddress } from '../machines/network.ts';
import { PORTS, ask } from './http.ts';
import type { SoldLine } from './trade.ts';

const REFRESH_MS = 2_000;
const RETRY_MS = 200;
/** Milliseconds after which a television tries the next address of the host name. */
const TIMEOUT_MS = 2_500;

interface Wait {
  readonly from: number;
  /** Time of the response; undefined while the television still waits. */
  until: number | undefined;
}

export interface Televisions {
  /**
   * Longest wait for a playlist or segment in milliseconds. Only waits that ended after `since`
   * count.
   */
  longestWait(since: number): number;
  /** Number of playlists and segments that were received. */
  received(): number;
  /**
   * Number of requests that the player refused. Every refusal is a failure, because every line may
   * watch.
   */
  refused(): number;
  stop(): Promise<void>;
}

export function watch(lines: readonly SoldLine[]): Televisions {
  const waits: Wait[] = [];
  let isOn = true;
  let refusals = 0;

  async function load(path: string, state: { machine: number }): Promise<string> {
    const wait: Wait = { from: performance.now(), until: undefined };
    waits.push(wait);
    for (;;) {
      const address = machineAddress(MACHINES[state.machine % MACHINES.length]!);
      const reply = await ask({ address, port: PORTS.player, path, timeoutMs: TIMEOUT_MS });
      if (reply?.status === 200 || !isOn) {
        wait.until = performance.now();
        return reply?.text ?? '';
      }
      if (reply && reply.status < 500) {
        refusals += 1;
        wait.until = performance.now();
        throw new Refused(`${path} ${reply.status}: ${reply.text.slice(0, 200)}`);
      }
      state.machine += 1;
      await pause(RETRY_MS);
    }
  }

  async function watchLine({ username, password }: SoldLine, n: number): Promise<void> {
    const state = { machine: n };
    await pause((n * REFRESH_MS) / lines.length);
    while (isOn) {
      try {
        const choice = await load(`/live/${username}/${password}/1.m3u8`, state);
        const playlist = lastPath(choice);
        while (isOn) {
          await load(lastPath(await load(playlist, state)), state);
          await pause(REFRESH_MS);
        }
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        console.error(error.message);
        await pause(REFRESH_MS);
      }
    }
  }

  const all = Promise.all(lines.map(watchLine));
  all.catch(() => undefined);
  return {
    longestWait: (since) =>
      waits.reduce((longest, { from, until = performance.now() }) => {
        return until >= since ? Math.max(longest, until - from) : longest;
      }, 0),
    received: () => waits.length,
    refused: () => refusals,
    stop: async () => {
      isOn = false;
      await all;
    },
  };
}

class Refused extends Error {}

const lastPath = (playlist: string): string =>
  playlist.split('\n').findLast((line) => line.startsWith('/')) ?? '';
