/** Reads the releases of CHANGELOG.md, which each installation contains. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Release, changeKinds } from '@ramal/contract/operations/nodes';

const file = path.resolve(import.meta.dirname, '../../../CHANGELOG.md');

let releases: Promise<Release[]> | undefined;

/** Returns no releases if the file is missing. */
export const readReleases = (): Promise<Release[]> =>
  (releases ??= readFile(file, 'utf8').then(parseChangelog, () => []));

const HEADING = /^## (\d\S*) - (\d{4}-\d{2}-\d{2})$/;
const GROUP = /^### (\w+)$/;

/**
 * Parses the format «Keep a Changelog». A section without a version is not released, so it is
 * omitted.
 */
export function parseChangelog(text: string): Release[] {
  const parsed: Release[] = [];
  let changes: Release['changes'] = [];
  let kind: Release['changes'][number]['kind'] | undefined;
  for (const line of text.split('\n')) {
    const [, version, date] = HEADING.exec(line) ?? [];
    if (line.startsWith('## ')) changes = [];
    if (version && date) parsed.push({ version, date, changes });
    const group = GROUP.exec(line)?.[1]?.toLowerCase();
    if (group) kind = changeKinds.find((name) => name === group);
    const last = changes.at(-1);
    if (kind && line.startsWith('- ')) changes.push({ kind, text: line.slice(2).trim() });
    else if (last && line.startsWith('  ')) last.text += ` ${line.trim()}`;
  }
  return parsed;
}
