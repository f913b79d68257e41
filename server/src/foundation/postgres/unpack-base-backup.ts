/** Copies a running server into an empty folder, from which a standby can start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { withBaseBackup } from './base-backup.ts';

export async function unpackBaseBackup(primaryUrl: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await withBaseBackup(primaryUrl, { isUrgent: true }, async ({ tar, ended }) => {
    // Without this option tar exits at the end mark, and the pipe closes before the server ends the
    // stream.
    const unpacking = spawn('tar', ['-x', '--ignore-zeros', '-C', folder], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const unpacked = once(unpacking, 'exit');
    // A missing tar is reported by `unpacked`, which may be awaited too late.
    unpacking.on('error', () => undefined);
    unpacked.catch(() => undefined);
    unpacking.stdin.on('error', () => undefined);
    await pipeline(tar, unpacking.stdin);
    const [code] = await unpacked;
    if (code !== 0) throw new Error(`tar ended with ${code}`);
    await ended;
  });
}
