/**
 * Faults of the cluster. If a fault lasts longer than the interruption of the service, its function
 * `heal` ends it.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './clients/http.ts';
import { type Cluster, retryUntil } from './machines/cluster.ts';
import { type Machine, ROLES, type Role } from './machines/machine.ts';
import type { Service } from './machines/service.ts';
import { isolateMachine, reconnectMachine } from './machines/network.ts';

export interface World {
  readonly cluster: Cluster;
  readonly base: string;
  /** Waits until the clients have completed `more` further acts. */
  readonly untilDone: (more: number) => Promise<void>;
}

export interface Scenario {
  readonly name: string;
  /** True if no client can sell until the fault is ended by `heal`. */
  readonly stopsSelling?: boolean;
  readonly run: (world: World) => Promise<Heal | void>;
}

type Heal = () => Promise<void>;

/** Milliseconds after which systemd would restart a killed service. */
const RESTART_MS = 3_000;

export const scenarios: readonly Scenario[] = [
  {
    name: 'primary: PostgreSQL killed',
    run: async ({ cluster }) => (await cluster.leader()).killPostgres(),
  },
  {
    name: 'primary: machine without power',
    run: async ({ cluster }) => {
      const machine = await cluster.leader();
      await machine.losePower();
      return async () => {
        machine.startDatabase();
        machine.startRamal();
      };
    },
  },
  {
    name: 'primary: Patroni killed, PostgreSQL lives',
    run: async ({ cluster }) => {
      const machine = await cluster.leader();
      await machine.patroni.end('SIGKILL');
      return async () => machine.patroni.start();
    },
  },
  {
    name: 'primary: Patroni stopped by systemd',
    run: async ({ cluster }) => {
      const machine = await cluster.leader();
      await machine.patroni.end('SIGTERM');
      return async () => machine.patroni.start();
    },
  },
  {
    name: 'primary: cut from the other machines',
    run: async ({ cluster }) => {
      const machine = await cluster.leader();
      isolateMachine(machine.name);
      return async () => {
        reconnectMachine(machine.name);
      };
    },
  },
  {
    name: 'failover by hand (patronictl switchover)',
    run: async ({ cluster }) => {
      const [leader, standby] = [await cluster.leader(), await cluster.standby()];
      const who = ['--leader', leader.name, '--candidate', standby.name];
      leader.patronictl('switchover', 'ramal', ...who, '--force');
    },
  },
  ...ROLES.map((role) => killedRole(role)),
  { name: 'PgBouncer of one machine cut', run: async ({ cluster }) => cutPooler(cluster) },
  { name: 'every node restarted with a new version', run: restartWithNewVersion },
  {
    name: 'synchronous standby: disk full',
    run: async ({ cluster }) => {
      const machine = await cluster.standby();
      const filler = path.join(machine.disk, 'filler');
      fill(filler);
      return async () => rmSync(filler);
    },
  },
  { name: 'clock of one machine jumps by an hour', run: jumpClock },
  {
    name: 'etcd without a majority for 20 s',
    stopsSelling: true,
    run: async ({ cluster }) => {
      const two = cluster.machines.slice(1);
      for (const { etcd } of two) await etcd.end('SIGKILL');
      await pause(20_000);
      return async () => {
        for (const { etcd } of two) etcd.start();
      };
    },
  },
];

function killedRole(role: Role): Scenario {
  return {
    name: `Ramal: ${role} killed`,
    run: async ({ cluster }) => {
      const service = cluster.machines[0]!.ramal[role];
      await service.end('SIGKILL');
      await pause(RESTART_MS);
      service.start();
    },
  };
}

async function cutPooler({ machines }: Cluster): Promise<void> {
  const { pgbouncer } = machines[0]!;
  await pgbouncer.end('SIGKILL');
  await pause(2 * RESTART_MS);
  pgbouncer.start();
}

/** Fills the disk by writing to the file. */
function fill(file: string): void {
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M'], { stdio: 'ignore' });
  } catch {
    // The error is expected: dd fails when the disk is full.
  }
}

/** Moves the clock of the processes of Ramal an hour forward, then two hours back. */
async function jumpClock({ cluster, base, untilDone }: World): Promise<Heal> {
  const machine = cluster.machines[0]!;
  const file = path.join(base, 'clock');
  writeFileSync(file, '+0');
  const restart = async (services: Record<Role, Service>) => {
    for (const role of ROLES) await machine.ramal[role].end();
    machine.replaceRamal(services);
    machine.startRamal();
    await cluster.untilHealthy();
  };
  await restart(machine.ramalOf(undefined, machine.clockFrom(file)));
  for (const offset of ['+3600', '-3600']) {
    writeFileSync(file, offset);
    await untilDone(100);
  }
  return () => restart(machine.ramalOf());
}

const NEW_VERSION = '99.0.0';

async function restartWithNewVersion({ cluster, base, untilDone }: World): Promise<void> {
  const folder = path.join(base, 'new-version');
  copyVersion(path.resolve(import.meta.dirname, '../..'), folder);
  for (const machine of cluster.machines) {
    await replaceVersion(machine, folder);
    await untilDone(20);
  }
}

/** Starts each new process next to the old one, which then ends (docs/OPERATIONS.md). */
async function replaceVersion(machine: Machine, folder: string): Promise<void> {
  const services = machine.ramalOf(folder);
  for (const role of ROLES) {
    const old = machine.ramal[role];
    services[role].start();
    // A worker has no port that the new process could take over. Therefore systemd stops the old
    // worker.
    if (role === 'worker') await old.end();
  }
  for (const port of [8080, 8081])
    await retryUntil(`version ${NEW_VERSION} on ${machine.name}`, 60_000, async () => {
      const reply = await ask({ address: machine.address, port, path: '/readyz' });
      if (!reply?.text.includes(NEW_VERSION)) throw new Error(reply?.text ?? 'no answer');
    });
  machine.replaceRamal(services);
}

/**
 * Copies the code with another version number. Packages are shared, except those of this
 * repository.
 */
function copyVersion(root: string, folder: string): void {
  const OWN = '@ramal';
  mkdirSync(path.join(folder, 'node_modules', OWN), { recursive: true });
  for (const name of ['contract', 'server', 'package.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== OWN)
      symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  symlinkSync('../../contract', path.join(folder, 'node_modules', OWN, 'contract'));
  const file = path.join(folder, 'contract/src/version.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/'\d[^']*'/, `'${NEW_VERSION}'`));
}
