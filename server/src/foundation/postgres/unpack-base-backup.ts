/** Copies a running server into an empty folder, from which a standby can start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { withBaseBackup } from './base-backup.ts';

export async function unpackBaseBackup(primaryUrl: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await withBaseBackup(primaryUrl, { isUrgent: true }, async ({ tar, ended }) => {
    // The option makes tar read until the stream ends. Without it, tar would exit at the end mark
    // of the archive and close the pipe too early.
    const unpacking = spawn('tar', ['-x', '--ignore-zeros', '-C', folder], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const unpacked = once(unpacking, 'exit');
    // If tar is missing, `unpacked` reports the error. This listener prevents an unhandled error
    // before that promise is awaited.
    unpacking.on('error', () => undefined);
    unpacked.catch(() => undefined);
    unpacking.stdin.on('error', () => undefined);
    await pipeline(tar, unpacking.stdin);
    const [code] = await unpacked;
    if (code !== 0) throw new Error(`tar ended with ${code}`);
    await ended;
  });
}
