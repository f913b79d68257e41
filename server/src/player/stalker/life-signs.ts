/** Collects the life signs of boxes in memory and writes them in batches. */
import type { AppContext } from '../../foundation/app-context.ts';
import { logDatabaseFailure } from '../../foundation/unavailable.ts';
import { writeLifeSigns } from './portal-boxes.sql.ts';

interface LifeSigns {
  readonly touch: (boxId: number) => void;
  /** Writes what is still in memory. */
  readonly stop: () => Promise<void>;
}

const WRITE_EVERY_MS = 5_000;

export function createLifeSigns(
  { db, clock, log }: AppContext,
  writeEveryMs = WRITE_EVERY_MS,
): LifeSigns {
  let signs = new Map<number, Date>();
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const written = signs;
    if (written.size === 0) return;
    signs = new Map();
    const rows = [...written].map(([id, at]) => ({ id, at }));
    try {
      await db.tx((tx) => tx.run(writeLifeSigns(rows), 'prepared'));
    } catch (error) {
      logDatabaseFailure(log, error, 'life signs of boxes not written');
      signs = new Map([...written, ...signs]);
    }
  }

  const writeAll = () => (writing = writing.then(write));
  const timer = setInterval(() => void writeAll(), writeEveryMs).unref();
  return {
    touch: (boxId) => void signs.set(boxId, clock.now()),
    stop: () => {
      clearInterval(timer);
      return writeAll();
    },
  };
}
