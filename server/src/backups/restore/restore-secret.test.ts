import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exchangeWithSecret } from './restore-secret.ts';

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'ramal-secret-'));
  await writeFile(path.join(dataFolder, 'secret'), 'present');
});
afterEach(() => rm(dataFolder, { recursive: true }));

const restored = Buffer.from('restored');
const secret = () => readFile(path.join(dataFolder, 'secret'), 'utf8');

it('replaces the key together with the data and retains the former key', async () => {
  await exchangeWithSecret({ dataFolder, secret: undefined }, restored, '1', async () => {
    expect(await secret()).toBe('present');
  });
  expect(await secret()).toBe('restored');
  expect((await readdir(dataFolder)).toSorted()).toEqual(['secret', 'secret.before-1']);
});

it('always has a key even if it stops after the data was exchanged', async () => {
  const exchange = () => rm(path.join(dataFolder, 'secret.restored-1'));
  await expect(
    exchangeWithSecret({ dataFolder, secret: undefined }, restored, '1', exchange),
  ).rejects.toThrow('ENOENT');
  expect(await secret()).toBe('present');
});

it('leaves the key unchanged when the exchange of the data fails', async () => {
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
