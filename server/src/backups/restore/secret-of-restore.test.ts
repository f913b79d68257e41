import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exchangeWithSecret } from './secret-of-restore.ts';

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'ramal-secret-'));
  await writeFile(path.join(dataFolder, 'secret'), 'present');
});
afterEach(() => rm(dataFolder, { recursive: true }));

const restored = Buffer.from('restored');
const secret = () => readFile(path.join(dataFolder, 'secret'), 'utf8');

it('puts the key of a backup in place with its data, and keeps the former one', async () => {
  await exchangeWithSecret({ dataFolder, secret: undefined }, restored, '1', async () => {
    expect(await secret()).toBe('present');
  });
  expect(await secret()).toBe('restored');
  expect((await readdir(dataFolder)).toSorted()).toEqual(['secret', 'secret.before-1']);
});

it('is never without a key, also where it ends after the data has changed places', async () => {
  const exchange = () => rm(path.join(dataFolder, 'secret.restored-1'));
  await expect(
    exchangeWithSecret({ dataFolder, secret: undefined }, restored, '1', exchange),
  ).rejects.toThrow('ENOENT');
  expect(await secret()).toBe('present');
});

it('leaves the key as it was when the data does not change places', async () => {
  const exchange = () => Promise.reject(new Error('in use'));
  await expect(
    exchangeWithSecret({ dataFolder, secret: undefined }, restored, '1', exchange),
  ).rejects.toThrow('in use');
  expect([await secret(), await readdir(dataFolder)]).toEqual(['present', ['secret']]);
});

it('changes no data when the key cannot be written', async () => {
  let isExchanged = false;
  await writeFile(path.join(dataFolder, 'secret.restored-1'), 'of somebody else');
  const writing = exchangeWithSecret({ dataFolder, secret: undefined }, restored, '1', async () => {
    isExchanged = true;
  });
  await expect(writing).rejects.toThrow('EEXIST');
  expect([await secret(), isExchanged]).toEqual(['present', false]);
});
