import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { reuseFileList } from './reuse-file-list.ts';

const LISTED = ['assets/shell.js', 'assets/home.js', 'assets/home.css'];
const CODE = `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/welcome.js","assets/home.css","assets/home.js"])))=>i.map(i=>d[i]);
[__vite__mapDeps([1,2]),__vite__mapDeps([0,2])]`;

it('gives an import the same files in the same order', () => {
  const expected = [
    ['assets/home.css', 'assets/home.js'],
    ['assets/welcome.js', 'assets/home.js'],
  ];
  expect(evaluate(CODE)).toEqual(expected);
  expect(evaluate(reuseFileList(CODE, LISTED))).toEqual(expected);
});

it('names no file that the page already lists', () => {
  const code = reuseFileList(CODE, LISTED);
  expect(code.match(/assets\/\w+\.\w+/g)).toEqual(['assets/welcome.js']);
});

it('refuses a chunk that has no list of files', () => {
  expect(() => reuseFileList('const a=1;', LISTED)).toThrow('has no list');
});

const evaluate = (code: string): unknown =>
  JSON.parse(JSON.stringify(runInNewContext(code, { ramalFiles: LISTED })));
