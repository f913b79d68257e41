/** The three machines together, and the state of their PostgreSQL as Patroni reports it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../../../server/src/foundation/postgres/client.ts';
import { ask } from '../clients/http.ts';
import { readConfiguration } from './configuration.ts';
import { Machine, type MachineOptions, ROLES } from './machine.ts';
import { MACHINES, type MachineName, createNetwork } from './network.ts';

interface Member {
  readonly name: MachineName;
  readonly role: 'leader' | 'sync_standby' | 'replica';
  readonly state: string;
  readonly lag?: number | string;
}

const PATRONI_PORT = 8008;
const START_TIMEOUT_MS = 180_000;
const HEALTH_TIMEOUT_MS = 180_000;

export interface Cluster {
  readonly machines: readonly Machine[];
  named(name: MachineName): Machine;
  leader(): Promise<Machine>;
  /** Machine of the synchronous standby. */
  standby(): Promise<Machine>;
  /**
   * Waits until the cluster is complete: a primary, two streaming standbys of which one is
   * synchronous, and every process of Ramal.
   */
  untilHealthy(): Promise<void>;
}

export async function startCluster(options: Omit<MachineOptions, 'programs'>): Promise<Cluster> {
  const { base } = options;
  rmSync(base, { recursive: true, force: true });
  mkdirSync(path.join(base, 'logs'), { recursive: true, mode: 0o755 });
  createNetwork();
  const programs = path.join(base, 'postgresql');
  execFileSync(process.execPath, [
    path.resolve(
      import.meta.dirname,
      '../../../server/src/foundation/postgres/patroni/make-programs.ts',
    ),
    programs,
  ]);
  const machines = MACHINES.map((name) => new Machine(name, { ...options, programs }));
  const cluster = watch(machines);
  for (const machine of machines) machine.startDatabase();
  await createDatabase(await retryUntil('a primary', START_TIMEOUT_MS, () => cluster.leader()));
  // The first process migrates the database. The other processes wait for it.
  for (const machine of machines) machine.startRamal();
  await cluster.untilHealthy();
  return cluster;
}

function watch(machines: readonly Machine[]): Cluster {
  const named = (name: MachineName): Machine => machines.find((each) => each.name === name)!;
  const withRole = async (role: Member['role']): Promise<Machine> => {
    const members = await readMembers(machines);
    const member = members.find((each) => each.role === role && isRunning(each));
    if (!member) throw new Error(`no ${role}: ${JSON.stringify(members)}`);
    return named(member.name);
  };
  return {
    machines,
    named,
    leader: () => withRole('leader'),
    standby: () => withRole('sync_standby'),
    untilHealthy: async () => {
      await retryUntil('a healthy cluster', HEALTH_TIMEOUT_MS, async () => {
        const members = await readMembers(machines);
        const isWhole =
          members.length === machines.length &&
          members.every(isRunning) &&
          members.every(({ role, lag }) => role === 'leader' || Number(lag) < 1_000_000) &&
          ['leader', 'sync_standby'].every((role) => members.some((each) => each.role === role));
        if (!isWhole) throw new Error(JSON.stringify(members));
        for (const machine of machines) await expectServing(machine);
      });
    },
  };
}

const isRunning = ({ state }: Member): boolean => state === 'running' || state === 'streaming';

/** Returns the members as reported by the first machine that knows a primary. */
async function readMembers(machines: readonly Machine[]): Promise<readonly Member[]> {
  let last: readonly Member[] = [];
  for (const { address } of machines) {
    const reply = await ask({ address, port: PATRONI_PORT, path: '/cluster', timeoutMs: 2_000 });
    if (reply?.status !== 200) continue;
    last = (JSON.parse(reply.text) as { members: Member[] }).members;
    if (last.some(({ role }) => role === 'leader')) return last;
  }
  return last;
}

async function expectServing(machine: Machine): Promise<void> {
  const ports = { panel: 8080, player: 8081, worker: undefined };
  for (const role of ROLES) {
    if (!machine.ramal[role].isRunning) throw new Error(`${machine.name}: ${role} ended`);
    const port = ports[role];
    if (port === undefined) continue;
    const ready = await ask({ address: machine.address, port, path: '/readyz', timeoutMs: 2_000 });
    if (ready?.status !== 200) throw new Error(`${machine.name}: ${role} ${ready?.status}`);
  }
}

/** Runs `deploy/ha/database.sql`. */
async function createDatabase(leader: Machine): Promise<void> {
  const text = readConfiguration('database.sql', leader.name, { machine: '', programs: '' });
  const statements = text
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .filter((each) => each.trim());
  await retryUntil('the superuser', START_TIMEOUT_MS, () =>
    withClient(leader.databaseUrl('postgres'), (client) => client.query('select 1')),
  );
  await withClient(leader.databaseUrl('postgres'), async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

/** Repeats the work until it succeeds. Throws if it still fails after the timeout. */
export async function retryUntil<T>(
  name: string,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error(`timeout while waiting for ${name}`, { cause: error });
      await pause(200);
    }
  }
}
