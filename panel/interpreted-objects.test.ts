import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { interpretObjects } from './interpreted-objects.ts';

const zod = path.dirname(createRequire(import.meta.url).resolve('zod/package.json'));
const schemas = readFileSync(path.join(zod, 'v4/classic/schemas.js'), 'utf8');

it('replaces the compiling parser of the objects of the installed zod', () => {
  const code = interpretObjects(schemas);
  expect(code).toContain('core.$ZodObject.init(inst, def)');
  expect(code).not.toContain('ZodObjectJIT');
});

it('throws if zod has no compiling parser under this name', () => {
  expect(() => interpretObjects('core.$ZodString.init(inst, def)')).toThrow('ZodObjectJIT');
});
