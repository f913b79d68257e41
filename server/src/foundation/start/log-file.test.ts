import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLogFile } from './log-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-log-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('a log file is created with its first line', async () => {
  const file = path.join(folder, 'first/ramal.log');
  const log = openLogFile(file);
  expect(await readdir(folder)).toEqual([]);
  log.write('one\n');
  expect(await readFile(file, 'utf8')).toBe('one\n');
});

it('a large log file is renamed, and the next lines go to a new one', async () => {
  const file = path.join(folder, 'large/ramal.log');
  const log = openLogFile(file, 100);
  for (let line = 0; line < 5; line += 1) log.write(`${String(line).repeat(59)}\n`);
  const renamed = await readFile(`${file}.1`, 'utf8');
  const current = await readFile(file, 'utf8');
  expect(`${renamed}${current}`).toContain('4'.repeat(59));
  expect(renamed.length).toBeGreaterThan(100);
  expect(current.length).toBeLessThan(renamed.length);
});
