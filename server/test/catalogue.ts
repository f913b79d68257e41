/** Lists, imports and guides as an admin makes them, the work on them done at once. */
import {
  applyImport,
  createSourceList,
  getImport,
  importFromFile,
} from '@ramal/contract/catalogue-lists';
import type { House } from '../src/foundation/house.ts';
import { taskKinds } from '../src/jobs.ts';
import { runTask } from '../src/tasks/tasks.ts';
import { type TestHouse, call } from './house.ts';
import type { Person } from './people.ts';

export interface ListedEntry {
  readonly name: string;
  readonly url?: string;
  readonly group?: string;
  readonly logo?: string;
  readonly id?: string;
  readonly chno?: number;
}

/** As providers write them. */
export const m3u = (entries: readonly ListedEntry[]): string =>
  [
    '#EXTM3U',
    ...entries.flatMap(({ name, url, group, logo, id, chno }) => [
      `#EXTINF:-1${attribute('tvg-id', id)}${attribute('tvg-logo', logo)}${attribute('tvg-chno', chno)}${attribute('group-title', group)},${name}`,
      ...(url === undefined ? [] : [url]),
    ]),
    '',
  ].join('\n');

const attribute = (name: string, value: string | number | undefined): string =>
  value === undefined ? '' : ` ${name}="${value}"`;

let made = 0;

export async function newList(house: TestHouse, admin: Person, address?: string): Promise<number> {
  const body = { name: `Lista ${(made += 1)}`, ...(address ? { address } : {}) };
  return (await call(house, createSourceList, { body }, { token: admin.token })).body.id;
}

/** The task runs here, in the place of a worker. */
export async function work(house: House, task: { readonly id: number } | null): Promise<void> {
  await runTask(house, taskKinds, task!.id);
}

/** The dry run. */
export async function readList(
  house: TestHouse,
  admin: Person,
  list: number,
  file: string | Buffer,
) {
  const as = { token: admin.token };
  const asked = await call(house, importFromFile, { params: { id: list }, file }, as);
  if (asked.status !== 200) throw new Error(`not imported: ${JSON.stringify(asked.body)}`);
  await work(house, asked.body.task);
  return (await call(house, getImport, { params: { id: asked.body.id } }, as)).body;
}

export async function apply(house: TestHouse, admin: Person, id: number, body = {}) {
  const as = { token: admin.token };
  const asked = await call(house, applyImport, { params: { id }, body }, as);
  if (asked.status !== 200) throw new Error(`not applied: ${JSON.stringify(asked.body)}`);
  await work(house, asked.body.task);
  return (await call(house, getImport, { params: { id } }, as)).body;
}

export async function importAll(
  house: TestHouse,
  admin: Person,
  list: number,
  entries: readonly ListedEntry[],
) {
  const { id } = await readList(house, admin, list, m3u(entries));
  return apply(house, admin, id);
}
