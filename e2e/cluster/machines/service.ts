/**
 * A process of a machine. A failed process is restarted, as systemd does with `Restart=on-failure`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import path from 'node:path';
import type { OsUser } from '../../../server/src/foundation/postgres/os-user.ts';
import type { MachineName } from './network.ts';

/** Milliseconds before a failed process is started again. */
const RESTART_MS = 1_000;

export interface ServiceOptions {
  readonly machine: MachineName;
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Operating-system user that runs the process; root if absent. */
  readonly user?: OsUser;
  readonly logs: string;
}

export class Service {
  private child: ChildProcess | undefined;
  private isWanted = false;
  readonly options: ServiceOptions;

  constructor(options: ServiceOptions) {
    this.options = options;
  }

  get pid(): number | undefined {
    return this.isRunning ? this.child?.pid : undefined;
  }

  get isRunning(): boolean {
    const { child } = this;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  start(): void {
    this.isWanted = true;
    const { machine, name, command, env = {}, user, logs } = this.options;
    const log = openSync(path.join(logs, `${machine}-${name}.log`), 'a');
    const as = user
      ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
      : [];
    this.child = spawn('ip', ['netns', 'exec', machine, ...as, ...command], {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    });
    this.child.once('exit', (code) => {
      if (this.isWanted && code !== 0) setTimeout(() => this.isWanted && this.start(), RESTART_MS);
    });
  }

  /** Sends the signal and waits until the process has ended. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { child } = this;
    this.isWanted = false;
    if (!child || !this.isRunning) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
