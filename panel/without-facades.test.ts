import { expect, it } from 'vitest';
import { withoutFacades } from './without-facades.ts';

const chunk = (fileName: string, code: string, isDynamicEntry = true) => ({
  type: 'chunk' as const,
  fileName: `assets/${fileName}`,
  isDynamicEntry,
  code,
});

function build(...chunks: ReturnType<typeof chunk>[]) {
  const bundle = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk]));
  const { generateBundle } = withoutFacades();
  (generateBundle as unknown as { handler: (options: unknown, bundle: unknown) => void }).handler(
    undefined,
    bundle,
  );
  return bundle;
}

it('redirects the import of a re-exported part to the file with its code', () => {
  const bundle = build(
    chunk('first.js', 'load(()=>import(`./Part.js`),0)', false),
    chunk('Part.js', 'export{a as Part,Other}from"./shared.js";\n'),
    chunk('shared.js', 'const a=1,Other=2;export{a,Other};', false),
  );
  expect(Object.keys(bundle)).toEqual(['assets/first.js', 'assets/shared.js']);
  expect(bundle['assets/first.js']!.code).toBe(
    'load(()=>import(`./shared.js`).then(m=>({Part:m.a,Other:m.Other})),0)',
  );
});

it('keeps files that contain more than re-exports, and files that no dynamic import loads', () => {
  const more = chunk('More.js', 'import"./side.js";export{a as More}from"./shared.js";');
  const shared = chunk('held.js', 'export{a}from"./shared.js";', false);
  const first = chunk('first.js', 'import(`./More.js`)', false);
  expect(build(first, more, shared)).toEqual({
    'assets/first.js': first,
    'assets/More.js': more,
    'assets/held.js': shared,
  });
});
