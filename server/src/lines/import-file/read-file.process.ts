/** The process a file is read in: what it is given is somebody's, and may be made to hurt. */
import { FileUnreadable } from './file-rows.ts';
import type { ParsedFile } from './read-file.ts';
import { readRows } from './read-rows.ts';

process.once('disconnect', () => process.exit());
process.once('message', (bytes: Uint8Array) => {
  void tell(bytes);
});

async function tell(bytes: Uint8Array): Promise<void> {
  process.send!(await read(bytes));
}

const read = (bytes: Uint8Array): Promise<ParsedFile> =>
  readRows(bytes).then(
    (rows) => ({ rows }),
    (error: unknown) =>
      error instanceof FileUnreadable ? { reason: error.message } : { failed: String(error) },
  );
