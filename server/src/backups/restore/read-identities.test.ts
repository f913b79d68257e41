import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { generateX25519Identity } from 'age-encryption';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { explainBackupError } from '../backup-error.ts';
import { readIdentities } from './read-identities.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-identities-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('reads every key of a file with comments', async () => {
  const keys = [await generateX25519Identity(), await generateX25519Identity()];
  const file = path.join(folder, 'two.txt');
  await writeFile(file, `# de hoje\n${keys[0]}\n\n  ${keys[1]}\n`);
  expect(await readIdentities(file)).toEqual(keys);
});

it.each([
  [
    'AGE-SECRET-KEY-1CORTADA',
    /^.*key.txt tem uma linha que .* não é uma chave: pode estar cortada/,
  ],
  ['age1tscykea6z6mh8t0v6q2h', /^.*key.txt não tem uma chave que comece com AGE-SECRET-KEY-\./],
  [undefined, /^O arquivo de chave .*key.txt não existe\./],
])('says what is wrong with a key file of %s', async (content, sentence) => {
  const key = path.join(await mkdtemp(path.join(folder, 'bad-')), 'key.txt');
  if (content) await writeFile(key, `${content}\n`);
  const error: unknown = await readIdentities(key).catch((reason: unknown) => reason);
  expect(explainBackupError(error)).toMatch(sentence);
});
