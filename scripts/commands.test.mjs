/** Tests that npm, `./ramal` and a release have the same commands. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS, describeCommands, findCommand } from './commands.mjs';
import { LAUNCHER } from './release/contents.mjs';
import { root } from './run.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const ramal = (...args) => spawnSync(join(root, 'ramal'), args, { encoding: 'utf8' });

it.each(Object.entries(COMMANDS))('the program of %s exists', (_, { file }) => {
  expect(existsSync(join(root, file))).toBe(true);
});

it('npm runs a command by its own name', () => {
  const names = Object.entries(scripts)
    .filter(([, script]) => script.includes('scripts/ramal.mjs'))
    .map(([name, script]) => [name, script.replace('node scripts/ramal.mjs ', '')]);
  expect(names.length).toBeGreaterThan(4);
  for (const [name, command] of names)
    expect([name, !!findCommand(command)]).toEqual([command, true]);
});

it('finds no command in the prototype of the table', () => {
  expect(findCommand('constructor')).toBeUndefined();
});

it('an unknown command lists the commands and ends with 2', () => {
  const { status, stderr } = ramal('reinicie');
  expect(status).toBe(2);
  expect(stderr.trim().split('\n')).toEqual(describeCommands('./ramal'));
});

it('the usage of a command names the launcher of the installation', () => {
  expect(ramal('admin').stderr).toContain('./ramal admin reset NOME');
  const { stderr } = spawnSync(process.execPath, [join(root, 'scripts/ramal.mjs'), 'admin'], {
    encoding: 'utf8',
    env: { ...process.env, RAMAL_LAUNCHER: '' },
  });
  expect(stderr).toContain('npm run admin -- reset NOME');
});

it('a release contains every script that its launcher imports', () => {
  const shipped = new Set(LAUNCHER);
  for (const file of LAUNCHER.filter((name) => name.endsWith('.mjs'))) {
    const text = readFileSync(join(root, file), 'utf8');
    const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, name]) =>
      posix.join(posix.dirname(file), name),
    );
    expect(imported.filter((name) => !shipped.has(name))).toEqual([]);
  }
});
