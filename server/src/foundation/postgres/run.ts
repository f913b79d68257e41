import { spawn, type SpawnOptions } from 'node:child_process';
import type { OsUser } from './os-user.ts';

type CommandResult = { code: number | null; output: string };

/**
 * Returns the options with which the programs of the server are started. They run under the
 * server's account, with only the necessary variables of our environment.
 */
export function commandEnv(account: OsUser | undefined): SpawnOptions {
  const { PATH, SystemRoot, TEMP } = process.env;
  return {
    ...account,
    cwd: process.platform === 'win32' ? undefined : '/',
    env: { PATH, LC_ALL: 'C', ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) },
    windowsHide: true,
  };
}

/**
 * Runs a program to its end. If it cannot be started, the result has code null and the reason as
 * output.
 */
export function run(
  file: string,
  args: string[],
  options: { account: OsUser | undefined; handle?: number | undefined },
): Promise<CommandResult> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, args, {
      ...commandEnv(options.account),
      stdio: ['ignore', 'pipe', 'pipe', options.handle ?? 'ignore'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
