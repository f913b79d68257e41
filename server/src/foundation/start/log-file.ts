/**
 * Writes the log of a process to a file, so that the terminal shows only messages for the operator.
 */
import { renameSync, statSync } from 'node:fs';
import pino, { type DestinationStream } from 'pino';

const MAX_BYTES = 20_000_000;
const CHECK_AFTER_BYTES = 1_000_000;

/**
 * Returns a stream that opens the log file at the first line. A file that is too large is renamed
 * to `….1`. Every process reopens the file regularly, because another process may have renamed it.
 */
export function openLogFile(file: string, largestBytes = MAX_BYTES): DestinationStream {
  let opened: ReturnType<typeof pino.destination> | undefined;
  let unchecked = 0;

  function open(): ReturnType<typeof pino.destination> {
    renameLarge();
    const stream = openOrStderr(file);
    // A full disk loses log lines, but the process continues.
    stream.on('error', () => undefined);
    return stream;
  }

  function renameLarge(): void {
    const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes > largestBytes) renameSync(file, `${file}.1`);
  }

  return {
    write: (line) => {
      opened ??= open();
      unchecked += line.length;
      if (unchecked > Math.min(CHECK_AFTER_BYTES, largestBytes)) {
        unchecked = 0;
        opened.end();
        opened = open();
      }
      opened.write(line);
    },
  };
}

/**
 * Opens the log file. If the folder is not writable, opens stderr instead, so that the operator
 * still sees the reason.
 */
function openOrStderr(file: string): ReturnType<typeof pino.destination> {
  try {
    return pino.destination({ dest: file, mkdir: true, mode: 0o600, sync: true });
  } catch {
    return pino.destination(2);
  }
}
