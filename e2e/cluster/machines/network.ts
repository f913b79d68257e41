/**
 * Three machines as network namespaces on one bridge. The bridge is inside the network namespace of
 * the test (scripts/cluster/test.mjs). The addresses are those of `deploy/ha`.
 */
import { execFileSync } from 'node:child_process';

export const MACHINES = ['ramal1', 'ramal2', 'ramal3'] as const;
export type MachineName = (typeof MACHINES)[number];

/** Address of the test process, which runs clients, televisions and the payment provider. */
export const OUTSIDE = '10.0.0.1';

export const machineAddress = (machine: MachineName): string => `10.0.0.1${machine.slice(-1)}`;

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });

export function createNetwork(): void {
  ip('link', 'set', 'lo', 'up');
  // Mounts an empty folder that only the test sees, so that the names of its namespaces do not
  // appear in /run of the real machine.
  execFileSync('mount', ['-t', 'tmpfs', 'none', '/run']);
  ip('link', 'add', 'cluster', 'type', 'bridge');
  ip('addr', 'add', `${OUTSIDE}/24`, 'dev', 'cluster');
  ip('link', 'set', 'cluster', 'up');
  for (const machine of MACHINES) {
    const plug = `to-${machine}`;
    ip('netns', 'add', machine);
    ip('link', 'add', plug, 'type', 'veth', 'peer', 'name', 'lan', 'netns', machine);
    ip('link', 'set', plug, 'master', 'cluster', 'up');
    ip('-n', machine, 'link', 'set', 'lo', 'up');
    ip('-n', machine, 'addr', 'add', `${machineAddress(machine)}/24`, 'dev', 'lan');
    ip('-n', machine, 'link', 'set', 'lan', 'up');
  }
}

/** Drops the packets of the machine to the other machines. Clients still reach it. */
export function isolateMachine(machine: MachineName): void {
  for (const other of MACHINES)
    if (other !== machine) ip('-n', machine, 'route', 'add', 'blackhole', machineAddress(other));
}

export function reconnectMachine(machine: MachineName): void {
  for (const other of MACHINES)
    if (other !== machine) ip('-n', machine, 'route', 'del', 'blackhole', machineAddress(other));
}
