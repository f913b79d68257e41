/**
 * Leaves out the part of zod that compiles parsers of objects. The content security policy forbids
 * compiling, so zod tried it in vain at every start, and the browser reported a violation.
 */
import type { Plugin } from 'vite';

const COMPILED = 'core.$ZodObjectJIT.init(';

export const interpretedObjects = (): Plugin => ({
  name: 'interpreted-objects',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => ({ code: interpretObjects(code), map: null }),
  },
});

/** Throws if zod no longer has its compiling parser under the expected name. */
export function interpretObjects(code: string): string {
  if (!code.includes(COMPILED)) throw new Error(`zod does not contain ${COMPILED}`);
  return code.replaceAll(COMPILED, 'core.$ZodObject.init(');
}
