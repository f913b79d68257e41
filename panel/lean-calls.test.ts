import { runInNewContext } from 'node:vm';
import { listResellers } from '@ramal/contract/resellers/resellers';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { leanCalls } from './lean-calls.ts';

/** Evaluates a module after the transformation of the build. */
function built(code: string): Record<string, unknown> {
  const { transform } = leanCalls() as unknown as {
    transform: { handler: (this: object, code: string) => { code: string } | undefined };
  };
  const lean = transform.handler.call({ parse: parseAst }, code)?.code ?? code;
  const endpoint = (call: object) => call;
  const make = () => ({});
  return runInNewContext(`${lean}\ncall;`, { make, endpoint }) as Record<string, unknown>;
}

const source = (access: string): string => `
  const call = endpoint({
    name: 'save-note', method: 'PUT', path: '/api/note/:id',
    summary: 'Guarda.', access: ${access}, params: make('params'), query: make('query'),
    body: make('body'), answer: make('answer'), keyed: true, errors: ['forbidden'],
  });`;

it('removes the parts of a call that only the server reads', () => {
  const call = built(source('{ profiles: [] }'));
  expect(Object.keys(call)).toEqual(['name', 'method', 'path', 'body', 'answer', 'keyed']);
  expect(built(source("'public'")).access).toBe('public');
});

it('rejects code that reads a removed part, unless that code is removed too', () => {
  const build = (parts: string) => built(`const list = {}; const call = endpoint({ ${parts} });`);
  expect(() => build('body: list.query.omit({})')).toThrow('list.query');
  expect(build("errors: [...list.errors, 'forbidden'], method: 'PUT'")).toEqual({ method: 'PUT' });
});

it('leaves modules without API calls unchanged', () => {
  const { transform } = leanCalls() as unknown as {
    transform: { handler: (this: object, code: string) => unknown };
  };
  expect(transform.handler.call({ parse: parseAst }, 'export const summary = 1;')).toBeUndefined();
});

it('also transforms the declarations that the tests of the panel import', () => {
  expect(Object.keys(listResellers)).toEqual(['name', 'method', 'path', 'answer']);
});
