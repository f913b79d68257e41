import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { joinServer, type JoinedServer, type StartOptions } from './join-server.ts';

const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;
const JOIN_TIMEOUT_MS = MINUTE_MS;
/**
 * Time in milliseconds after which a restarted server counts as healthy. The pause before the next
 * restart is then the shortest again.
 */
const STABLE_AFTER_MS = MINUTE_MS;

/**
 * Messages of temporary failures: backends that survived a killed server and still occupy its
 * memory, and a server that is starting or stopping.
 */
const TEMPORARY_FAILURES =
  /shared memory block|went away|starting up|shutting down|terminat|ECONN|ENOENT|EPIPE/;

export async function joinWithRetries(options: StartOptions): Promise<JoinedServer> {
  const deadline = Date.now() + JOIN_TIMEOUT_MS;
  for (let wait = MIN_PAUSE_MS; ; wait = longer(wait)) {
    try {
      return await joinServer(options);
    } catch (error) {
      if (!TEMPORARY_FAILURES.test(String(error)) || Date.now() > deadline) throw error;
      options.log(`${(error as Error).message}; trying again`);
      await pause(wait, undefined, { signal: options.signal });
    }
  }
}

type SupervisedServer = { isLast: () => Promise<boolean>; end: () => Promise<void> };

/** Starts the server again each time it stops, until `signal` is aborted. */
export function keepRunning(options: StartOptions, joined: JoinedServer): SupervisedServer {
  let { lease } = joined;

  async function watch(): Promise<void> {
    let wait = MIN_PAUSE_MS;
    while (!options.signal.aborted) {
      const since = Date.now();
      await lease.lost;
      if (Date.now() - since > STABLE_AFTER_MS) wait = MIN_PAUSE_MS;
      while (!options.signal.aborted && !(await rejoin())) {
        await pause(wait, undefined, { signal: options.signal }).catch(() => undefined);
        wait = longer(wait);
      }
    }
  }

  async function rejoin(): Promise<boolean> {
    try {
      options.log('PostgreSQL went away; starting it again');
      ({ lease } = await joinServer(options, joined.connection));
      options.log('PostgreSQL is back');
      return true;
    } catch (error) {
      if (!options.signal.aborted) options.log((error as Error).message);
      return false;
    }
  }

  const watching = watch();
  return {
    isLast: async () => {
      try {
        return await lease.isLast();
      } catch {
        // The server stopped, so its lease was lost. The loop above must end first. The lease is
        // then the newest one.
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

const longer = (wait: number): number => Math.min(wait * 2, MAX_PAUSE_MS);
