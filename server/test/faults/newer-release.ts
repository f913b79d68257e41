/** A copy of this code with a higher version and one more migration. */
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './product.ts';

export const NEWER_VERSION = '99.0.0';
/**
 * Name of the additional migration. The name is last in alphabetical order, so that the migration
 * runs after all others.
 */
export const NEWER_MIGRATION = '9999-newer-release';

const MIGRATION = `
  create table newer_release (id bigint generated always as identity primary key);
  alter table lines add column newer_release boolean not null default true;`;

export function makeNewerRelease(folder: string): string {
  for (const part of ['server', 'contract'])
    cpSync(path.join(root, part), path.join(folder, part), {
      recursive: true,
      filter: (file) => !file.endsWith('node_modules'),
    });
  for (const shared of [
    'scripts',
    'panel',
    'portal',
    'server/node_modules',
    'contract/node_modules',
  ])
    if (existsSync(path.join(root, shared)))
      symlinkSync(path.join(root, shared), path.join(folder, shared));
  linkPackages(folder);
  writeFileSync(path.join(folder, 'server/migrations', `${NEWER_MIGRATION}.sql`), MIGRATION);
  writeFileSync(
    path.join(folder, 'contract/src/version.ts'),
    `export const version = '${NEWER_VERSION}';\n`,
  );
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'ramal', version: NEWER_VERSION, type: 'module' }),
  );
  return folder;
}

/** Links the installed packages into the copy, except the contract, which the copy replaces. */
function linkPackages(folder: string): void {
  const [from, to] = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')];
  mkdirSync(path.join(to, '@ramal'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@ramal') symlinkSync(path.join(from, name), path.join(to, name));
  symlinkSync(path.join(folder, 'contract'), path.join(to, '@ramal/contract'));
}
