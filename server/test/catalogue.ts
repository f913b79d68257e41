/** Creates lists and imports by calls of an admin, and runs their tasks immediately. */
import {
  applyImport,
  createSourceList,
  getImport,
  importFromFile,
} from '@ramal/contract/catalogue/catalogue-lists';
import type { AppContext } from '../src/foundation/app-context.ts';
import { taskKinds } from '../src/jobs.ts';
import { runTask } from '../src/tasks/run-tasks.ts';
import { type TestContext, call } from './context.ts';
import type { Person } from './accounts.ts';

export interface ListedEntry {
  readonly name: string;
  readonly url?: string;
  readonly group?: string;
  readonly logo?: string;
  readonly id?: string;
  readonly chno?: number;
}

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

let counter = 0;

export async function newList(ctx: TestContext, admin: Person, url?: string): Promise<number> {
  const body = { name: `Lista ${(counter += 1)}`, ...(url ? { address: url } : {}) };
  return (await call(ctx, createSourceList, { body }, { token: admin.token })).body.id;
}

/** Runs the task in the test itself, without a worker. */
export async function work(ctx: AppContext, task: { readonly id: number } | null): Promise<void> {
  await runTask(ctx, taskKinds, task!.id);
}

/** Imports a file into a list and returns the preview. */
export async function readList(
  ctx: TestContext,
  admin: Person,
  list: number,
  file: string | Buffer,
) {
  const as = { token: admin.token };
  const response = await call(ctx, importFromFile, { params: { id: list }, file }, as);
  if (response.status !== 200) throw new Error(`not imported: ${JSON.stringify(response.body)}`);
  await work(ctx, response.body.task);
  return (await call(ctx, getImport, { params: { id: response.body.id } }, as)).body;
}

export async function apply(ctx: TestContext, admin: Person, id: number, body = {}) {
  const as = { token: admin.token };
  const response = await call(ctx, applyImport, { params: { id }, body }, as);
  if (response.status !== 200) throw new Error(`not applied: ${JSON.stringify(response.body)}`);
  await work(ctx, response.body.task);
  const applied = (await call(ctx, getImport, { params: { id } }, as)).body;
  if (applied.state !== 'applied') throw new Error(`not applied: ${JSON.stringify(applied)}`);
  return applied;
}

export async function importAll(
  ctx: TestContext,
  admin: Person,
  list: number,
  entries: readonly ListedEntry[],
) {
  const { id } = await readList(ctx, admin, list, m3u(entries));
  return apply(ctx, admin, id);
}
