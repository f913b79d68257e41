/**
 * Checks that docs/RULES.md explains exactly the rule ids that the code cites. Ids of screens (S),
 * texts (M) and data (E) are not in that file. They are explained at the component, the text or the
 * declaration.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const idPattern = /(?<![\w-])(?:[VTKR]-\d{2,3}|Q-[A-Z0-9]+|C-[A-Z]{2,}(?:-[A-Z0-9]+)*)(?![\w-])/g;

const rules = readFileSync(join(root, 'docs/RULES.md'), 'utf8');
const entries = [...rules.matchAll(/^- \*\*([A-Z0-9-]+)\*\* (.+)$/gm)];
const explained = new Set(entries.map(([, id]) => id));

const cited = new Map();
for (const workspace of ['contract', 'server', 'panel', 'portal', 'e2e', 'bench', 'packages'])
  for (const file of sourcesUnder(join(root, workspace)))
    for (const [id] of readFileSync(file, 'utf8').matchAll(idPattern))
      if (!cited.has(id)) cited.set(id, relative(root, file));

function sourcesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesUnder(path);
    return /\.(tsx?|mjs|sql|css)$/.test(entry.name) ? [path] : [];
  });
}

it('explains every rule that the code cites', () => {
  const unexplained = [...cited].filter(([id]) => !explained.has(id));
  expect(unexplained, 'add a line for each to docs/RULES.md').toEqual([]);
});

it('lists no rule that the code does not cite', () => {
  const unused = [...explained].filter((id) => !cited.has(id));
  expect(unused, 'take these out of docs/RULES.md, or cite them where they are enforced').toEqual(
    [],
  );
});

it('lists each rule once', () => {
  expect(entries).toHaveLength(explained.size);
  expect(rules.match(/^- /gm)).toHaveLength(entries.length);
});
