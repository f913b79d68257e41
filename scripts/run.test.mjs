import { expect, it } from 'vitest';
import { SetupError, explain } from './run.mjs';

it.each([
  ['EACCES', { path: '/srv/ramal/.setup' }, 'não pode gravar em /srv/ramal/.setup'],
  ['ENOSPC', { path: '/srv/ramal/node_modules' }, 'O disco está cheio em /srv/ramal/node_modules'],
  ['ENOENT', { path: 'npm' }, 'programa npm não existe'],
  ['EADDRINUSE', { port: 8080 }, 'A porta 8080 já está em uso'],
])('a failure of the setup with %s is one sentence', (code, more, sentence) => {
  const explained = explain(Object.assign(new Error('as Node writes it'), { code, ...more }));
  expect(explained).toContain(sentence);
  expect(explained.split('\n')).toHaveLength(1);
});

it('an expected setup failure keeps its sentence, and a defect has none', () => {
  expect(explain(new SetupError('npm ci falhou'))).toBe('npm ci falhou');
  expect(explain(new TypeError('x is not a function'))).toBeUndefined();
});
