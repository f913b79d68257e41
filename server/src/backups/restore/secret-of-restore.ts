/** The master key comes back with the data that it encrypts. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeDataFolder } from '../../foundation/start/data-folder.ts';
import type { Config } from '../../foundation/config.ts';
import { type Secrets, loadSecrets, secretsFromText } from '../../foundation/secrets.ts';

/** Of the machine that made the backup. */
export const restoredSecrets = (
  { secret, dataFolder }: Pick<Config, 'secret' | 'dataFolder'>,
  restored: Buffer | undefined,
): Promise<Secrets> =>
  restored && !secret
    ? Promise.resolve(secretsFromText(restored.toString()))
    : loadSecrets(secret, dataFolder);

/**
 * The data changes places while its key lies ready beside the present one: what a full disk refuses is refused before
 * anything is changed, and one rename is left. The present key stays until then, since a start without one would make
 * a new key; its copy keeps readable what it encrypted.
 */
export async function exchangeWithSecret(
  { dataFolder, secret: configured }: Pick<Config, 'secret' | 'dataFolder'>,
  secret: Buffer | undefined,
  stamp: string,
  exchange: () => Promise<void>,
): Promise<void> {
  const file = path.join(dataFolder, 'secret');
  const present = await readFile(file).catch(() => undefined);
  if (!secret || configured || present?.equals(secret)) {
    await exchange();
    return;
  }
  const [ready, former] = [`${file}.restored-${stamp}`, `${file}.before-${stamp}`];
  await makeDataFolder(dataFolder);
  const written: string[] = [];
  const write = async (name: string, content: Buffer): Promise<void> => {
    await writeFile(name, content, { mode: 0o600, flag: 'wx', flush: true });
    written.push(name);
  };
  try {
    await write(ready, secret);
    if (present) await write(former, present);
    await exchange();
  } catch (error) {
    await Promise.all(written.map((name) => rm(name, { force: true })));
    throw error;
  }
  await rename(ready, file);
}

/** `20261120133158`: tells apart what was put aside. */
export const stampOf = (at: Date): string => at.toISOString().slice(0, 19).replaceAll(/\D/g, '');
