/** Runs a command of the server, such as `main.ts`, to its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

interface CommandEnd {
  readonly code: number | null;
  readonly errors: string;
}

const MAX_RUN_MS = 60_000;

export async function runCommand(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandEnd> {
  const script = path.resolve(import.meta.dirname, '../src', file);
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, DATABASE_URL: '', RAMAL_LOG: 'silent', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: MAX_RUN_MS,
  });
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, errors };
}
