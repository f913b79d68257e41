/** The services of one machine: etcd, Patroni, HAProxy, PgBouncer and the processes of Ramal. */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type OsUser, osUserFor } from '../../../server/src/foundation/postgres/os-user.ts';
import { PASSWORD, type TestFolders, readConfiguration, readVariables } from './configuration.ts';
import { type MachineName, machineAddress } from './network.ts';
import { Service } from './service.ts';

export const ROLES = ['panel', 'player', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export interface MachineOptions {
  /** Root of the unpacked packages. */
  readonly tools: string;
  /** Folder of the whole test. */
  readonly base: string;
  readonly programs: string;
  /** Settings of Ramal in addition to those of `deploy/ha`. */
  readonly env: Readonly<Record<string, string>>;
}

/** Account of the operating system that runs PostgreSQL. PostgreSQL refuses to run as root. */
const ACCOUNT = osUserFor('/missing')!;

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');

/** Size of each database's disk, which the test can fill. */
const DISK = '2g';

export class Machine {
  readonly name: MachineName;
  readonly address: string;
  readonly folder: string;
  readonly etcd: Service;
  readonly patroni: Service;
  readonly haproxy: Service;
  readonly pgbouncer: Service;
  readonly ramal: Record<Role, Service>;
  private readonly options: MachineOptions;

  constructor(name: MachineName, options: MachineOptions) {
    this.name = name;
    this.options = options;
    this.address = machineAddress(name);
    this.folder = path.join(options.base, name);
    this.makeFolders();
    const tool = (program: string): string => path.join(options.tools, program);
    const service = (
      unit: string,
      command: readonly string[],
      more: { env?: Record<string, string>; user?: OsUser } = {},
    ): Service => new Service({ machine: name, name: unit, command, logs: this.logs, ...more });
    const packaged = { env: this.packagedEnv(), user: ACCOUNT };
    const env = readVariables(this.write('etcd.env', 'etcd'));
    this.etcd = service('etcd', [tool('usr/bin/etcd')], { env });
    this.write('patroni.yml');
    this.patroni = service('patroni', this.patroniCommand('patroni'), packaged);
    this.write('haproxy.cfg');
    this.haproxy = service(
      'haproxy',
      [tool('usr/sbin/haproxy'), '-db', '-f', this.file('haproxy.cfg')],
      { env: this.packagedEnv() },
    );
    this.write('pgbouncer.ini');
    writeFileSync(this.file('userlist.txt'), `"ramal" "${PASSWORD}"\n`, { mode: 0o644 });
    this.pgbouncer = service(
      'pgbouncer',
      [tool('usr/sbin/pgbouncer'), this.file('pgbouncer.ini')],
      packaged,
    );
    this.ramal = this.ramalOf();
  }

  /**
   * Returns the services for the version in this folder. When they start, they replace the running
   * services.
   */
  ramalOf(version = REPOSITORY, env: Record<string, string> = {}): Record<Role, Service> {
    const settings = readVariables(this.write('ramal.env'));
    const role = (name: Role): Service =>
      new Service({
        machine: this.name,
        name,
        logs: this.logs,
        command: [process.execPath, path.join(version, 'server/src/main.ts')],
        env: {
          ...settings,
          ...this.options.env,
          ...env,
          RAMAL_ROLES: name,
          RAMAL_LOG_FILE: path.join(this.logs, `${this.name}-${name}.json`),
        },
      });
    return { panel: role('panel'), player: role('player'), worker: role('worker') };
  }

  /** Returns variables that shift the clock of a process by the seconds in the file, such as `+3600`. */
  clockFrom(file: string): Record<string, string> {
    return {
      LD_PRELOAD: path.join(this.libraries, 'faketime/libfaketime.so.1'),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  replaceRamal(services: Record<Role, Service>): void {
    Object.assign(this.ramal, services);
  }

  startDatabase(): void {
    for (const service of [this.etcd, this.patroni, this.haproxy, this.pgbouncer])
      if (!service.isRunning) service.start();
  }

  startRamal(): void {
    for (const role of ROLES) if (!this.ramal[role].isRunning) this.ramal[role].start();
  }

  /** Returns the process id of PostgreSQL; undefined while PostgreSQL is down. */
  postmasterPid(): number | undefined {
    try {
      const pid = Number(
        readFileSync(path.join(this.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0],
      );
      process.kill(pid, 0);
      return pid;
    } catch {
      return undefined;
    }
  }

  /** Kills every process, like a power failure. */
  async losePower(): Promise<void> {
    const services = [this.etcd, this.patroni, this.haproxy, this.pgbouncer];
    const killed = [...services, ...Object.values(this.ramal)].map((each) => each.end('SIGKILL'));
    this.killPostgres();
    await Promise.all(killed);
    this.killPostgres();
  }

  killPostgres(): void {
    const pid = this.postmasterPid();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }

  patronictl(...args: string[]): string {
    const [python, script, config] = this.patroniCommand('patronictl');
    return execFileSync(
      'ip',
      ['netns', 'exec', this.name, python!, script!, '-c', config!, ...args],
      { env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...this.packagedEnv() }, encoding: 'utf8' },
    );
  }

  /** Returns the URL of this machine's PostgreSQL as its superuser. */
  databaseUrl(database: string): string {
    const host = encodeURIComponent(path.join(this.folder, 'run'));
    return `postgresql://postgres:${PASSWORD}@/${database}?host=${host}&port=5432`;
  }

  get disk(): string {
    return path.join(this.folder, 'data');
  }

  private get dataFolder(): string {
    return path.join(this.disk, 'postgresql');
  }

  private get logs(): string {
    return path.join(this.options.base, 'logs');
  }

  private file(name: string): string {
    return path.join(this.folder, 'run', name);
  }

  /** Writes a file of `deploy/ha` for this machine, and returns its text. */
  private write(name: string, as = name): string {
    const places: TestFolders = { machine: this.folder, programs: this.options.programs };
    const text = readConfiguration(name, this.name, places);
    writeFileSync(this.file(as), text);
    return text;
  }

  private patroniCommand(program: string): string[] {
    const script = path.join(this.options.tools, 'usr/bin', program);
    return ['/usr/bin/python3', script, this.file('patroni.yml')];
  }

  /** Returns the folder of the libraries for this processor, such as `x86_64-linux-gnu`. */
  private get libraries(): string {
    const folder = path.join(this.options.tools, 'usr/lib');
    return path.join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('-linux-gnu'))!,
    );
  }

  private packagedEnv(): Record<string, string> {
    const { tools } = this.options;
    return {
      PYTHONPATH: path.join(tools, 'usr/lib/python3/dist-packages'),
      LD_LIBRARY_PATH: this.libraries,
    };
  }

  private makeFolders(): void {
    for (const name of ['etcd', 'run', 'data', 'ramal'])
      mkdirSync(path.join(this.folder, name), { recursive: true, mode: 0o755 });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'none', this.disk]);
    for (const name of ['run', 'data'])
      chownSync(path.join(this.folder, name), ACCOUNT.uid, ACCOUNT.gid);
  }
}
