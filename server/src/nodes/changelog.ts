/** Reads the releases of CHANGELOG.md and NOVIDADES.md, which each installation contains. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Release, changeKinds } from '@ramal/contract/operations/nodes';

/** Returns a function that reads the file once. It returns no releases if the file is missing. */
function releasesOf(name: string): () => Promise<Release[]> {
  const file = path.resolve(import.meta.dirname, '../../..', name);
  let releases: Promise<Release[]> | undefined;
  return () => (releases ??= readFile(file, 'utf8').then(parseChangelog, () => []));
}

/** Changes for operators and developers, in English. */
export const readReleases = releasesOf('CHANGELOG.md');

/** Changes for the users of the panel, in Portuguese. */
export const readNews = releasesOf('NOVIDADES.md');

const HEADING = /^## (\d\S*) - (\d{4}-\d{2}-\d{2})$/;
const GROUP = /^### (\w+)$/;

/**
 * Parses the format «Keep a Changelog». A section without a version is not released, so it is
 * omitted. Changes without a group count as added.
 */
export function parseChangelog(text: string): Release[] {
  const parsed: Release[] = [];
  let changes: Release['changes'] = [];
  let kind: Release['changes'][number]['kind'] | undefined;
  for (const line of text.split('\n')) {
    const [, version, date] = HEADING.exec(line) ?? [];
    if (line.startsWith('## ')) [changes, kind] = [[], 'added'];
    if (version && date) parsed.push({ version, date, changes });
    const group = GROUP.exec(line)?.[1]?.toLowerCase();
    if (group) kind = changeKinds.find((name) => name === group);
    const last = changes.at(-1);
    if (kind && line.startsWith('- ')) changes.push({ kind, text: line.slice(2).trim() });
    else if (last && line.startsWith('  ')) last.text += ` ${line.trim()}`;
  }
  return parsed;
}
