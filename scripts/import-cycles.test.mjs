import { describe, expect, it } from 'vitest';
import { findCycles, readSources } from './import-cycles.mjs';

const cyclesOf = (sources) => findCycles(new Map(Object.entries(sources)));

// Type-only imports may not form a cycle either.
describe('the check of import cycles', () => {
  it('finds no cycle among the files of any workspace', () => {
    const sources = readSources();
    expect(sources.size).toBeGreaterThan(1000);
    expect(findCycles(sources)).toEqual([]);
  });

  it.each([
    ['a value', `import { b } from './b.ts'`],
    ['a type', `import type { B } from './b.ts'`],
    ['an inline type', `import { type B } from './b.ts'`],
    ['a lazy import', `const load = () => import('./b.ts')`],
    ['an export', `export { b } from './b.ts'`],
    ['an export of everything', `export * from './b.ts'`],
    ['a workspace', `import '@ramal/portal/b'`],
  ])('finds a cycle through %s', (_kind, text) => {
    const sources = { 'portal/src/a.ts': text, 'portal/src/b.ts': `import './a.ts'` };
    expect(cyclesOf(sources)).toEqual([['portal/src/a.ts', 'portal/src/b.ts']]);
  });

  it('finds a cycle of three files and one of a file with itself', () => {
    expect(
      cyclesOf({
        'a.ts': `import type { B } from './b.ts'`,
        'b.ts': `const load = () => import('./c.ts')`,
        'c.ts': `export * from './a.ts'`,
        'd.ts': `import './a.ts'`,
        'e.ts': `import './e.ts'`,
      }),
    ).toEqual([['a.ts', 'b.ts', 'c.ts'], ['e.ts']]);
  });
});
