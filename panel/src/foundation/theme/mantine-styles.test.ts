import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';

const src = path.join(import.meta.dirname, '../..');
const styles = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')),
  'styles',
);

/** Mantine components that the panel's code imports. */
const inUse = new Set(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .flatMap((file) =>
      [
        ...readFileSync(path.join(src, file), 'utf8').matchAll(
          /import \{([^}]+)\} from '@mantine\/core'/g,
        ),
      ].flatMap(([, names]) => names!.match(/\b[A-Z]\w+/g) ?? []),
    ),
);

it('imports the styles of every Mantine component in use', () => {
  const imported = readFileSync(path.join(import.meta.dirname, 'mantine.css'), 'utf8');
  expect(inUse.size).toBeGreaterThan(20);
  const missing = [...inUse]
    .map((name) => `${name}.layer.css`)
    .filter((file) => existsSync(path.join(styles, file)) && !imported.includes(`styles/${file}`));
  expect(missing).toEqual([]);
});
