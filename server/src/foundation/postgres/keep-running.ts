import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '@ramal/contract/durations';
import { joinServer, type JoinedServer, type StartOptions } from './join-server.ts';

const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
const JOIN_TIMEOUT_MS = MINUTE_MS;
/** A server that ran this long was healthy: its next failure starts the count anew. */
const STABLE_AFTER_MS = MINUTE_MS;

/**
 * What passes by itself: backends that outlived a killed server and still use its memory, and a
 * server that is coming or going.
 */
const PASSING =
  /shared memory block|went away|starting up|shutting down|terminat|ECONN|ENOENT|EPIPE/;

export async function joinWithRetries(plan: StartOptions): Promise<JoinedServer> {
  const deadline = Date.now() + JOIN_TIMEOUT_MS;
  for (let wait = SHORTEST_PAUSE_MS; ; wait = longer(wait)) {
    try {
      return await joinServer(plan);
    } catch (error) {
      if (!PASSING.test(String(error)) || Date.now() > deadline) throw error;
      plan.log(`${(error as Error).message}; trying again`);
      await pause(wait, undefined, { signal: plan.signal });
    }
  }
}

export type SupervisedServer = { isLast: () => Promise<boolean>; end: () => Promise<void> };

/** Starts the server again each time it goes away, until the plan's signal says to stop. */
export function keepRunning(plan: StartOptions, joined: JoinedServer): SupervisedServer {
  let { lease } = joined;

  async function watch(): Promise<void> {
    let wait = SHORTEST_PAUSE_MS;
    while (!plan.signal.aborted) {
      const since = Date.now();
      await lease.lost;
      if (Date.now() - since > STABLE_AFTER_MS) wait = SHORTEST_PAUSE_MS;
      while (!plan.signal.aborted && !(await rejoin())) {
        await pause(wait, undefined, { signal: plan.signal }).catch(() => undefined);
        wait = longer(wait);
      }
    }
  }

  async function rejoin(): Promise<boolean> {
    try {
      plan.log('PostgreSQL went away; starting it again');
      ({ lease } = await joinServer(plan, joined.door));
      plan.log('PostgreSQL is back');
      return true;
    } catch (error) {
      if (!plan.signal.aborted) plan.log((error as Error).message);
      return false;
    }
  }

  const watching = watch();
  return {
    isLast: async () => {
      try {
        return await lease.isLast();
      } catch {
        // The lease is lost: what is left of the watch ends first, then its newest lease is asked.
        await watching;
        return lease.isLast().catch(() => true);
      }
    },
    end: async () => {
      await lease.end().catch(() => undefined);
      await watching;
    },
  };
}

const longer = (wait: number): number => Math.min(wait * 2, LONGEST_PAUSE_MS);
