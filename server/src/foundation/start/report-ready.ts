import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Reports that this process serves requests. `ramal reload` waits for the report. In a systemd
 * unit, the report also makes this process the main process of the unit.
 */
export async function reportReady(): Promise<void> {
  process.send?.('ready');
  if (!process.env.NOTIFY_SOCKET) return;
  const notifier = spawn('systemd-notify', ['--ready', `--pid=${process.pid}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Without systemd-notify the process serves nevertheless.
  notifier.on('error', () => undefined);
  await once(notifier, 'close');
}
