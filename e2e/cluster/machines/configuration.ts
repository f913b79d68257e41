/**
 * Reads the files of `deploy/ha` and fills them in for one machine. The filled values are name and
 * address, folders of the test, passwords, and the operating-system user of HAProxy. All other
 * values are those of a real installation.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type MachineName, machineAddress } from './network.ts';

const folder = path.resolve(import.meta.dirname, '../../../deploy/ha');

/** Text lines that are the same on every machine. */
const SHARED = /^\s*(hosts:|- host |ETCD_INITIAL_CLUSTER=|server |RAMAL_TRUSTED_PROXIES=)/;

export const PASSWORD = 'senha-do-conjunto';

export interface TestFolders {
  /** Folder of this machine. */
  readonly machine: string;
  /** Folder with the programs of PostgreSQL. */
  readonly programs: string;
}

/**
 * Folders of a real installation, each with the folder of the test that replaces it. Longer paths
 * come first.
 */
const foldersOf = ({ machine, programs }: TestFolders): readonly (readonly [string, string])[] => [
  ['/usr/lib/ramal/postgresql', programs],
  ['/var/lib/etcd/ramal', `${machine}/etcd`],
  ['/var/lib/postgresql/ramal.pgpass', `${machine}/run/pgpass`],
  ['/var/lib/postgresql/ramal', `${machine}/data/postgresql`],
  ['/var/run/postgresql', `${machine}/run`],
  ['/var/log/postgresql', `${machine}/run`],
  ['/run/haproxy', `${machine}/run`],
  ['/etc/pgbouncer', `${machine}/run`],
  ['/var/lib/ramal', `${machine}/ramal`],
];

export function readConfiguration(file: string, machine: MachineName, places: TestFolders): string {
  const text = readFileSync(path.join(folder, file), 'utf8')
    .split('\n')
    .map((line) => (SHARED.test(line) ? line : named(line, machine)))
    .join('\n')
    .replace('user haproxy\n  group haproxy', 'user nobody\n  group nogroup')
    .replaceAll('CHANGE-ME-secret', Buffer.alloc(32, 9).toString('base64'))
    .replaceAll(/CHANGE-ME-\w+/g, PASSWORD);
  return foldersOf(places).reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

const named = (line: string, machine: MachineName): string =>
  line.replaceAll('10.0.0.11', machineAddress(machine)).replaceAll('ramal1', machine);

/** Reads a file of variables, as systemd does. */
export const readVariables = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/^"|"$/g, ''),
    ]),
  );
