/** Restores the master key together with the data that it encrypts. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeDataFolder } from '../../foundation/start/data-folder.ts';
import type { Config } from '../../foundation/config.ts';
import { type Secrets, loadSecrets, secretsFromText } from '../../foundation/secrets.ts';

/**
 * Returns the secrets for the restored data. Uses the restored master key, unless the backup
 * contains none or a key is configured.
 */
export const restoredSecrets = (
  { secret, dataFolder }: Pick<Config, 'secret' | 'dataFolder'>,
  restored: Buffer | undefined,
): Promise<Secrets> =>
  restored && !secret
    ? Promise.resolve(secretsFromText(restored.toString()))
    : loadSecrets(secret, dataFolder);

/**
 * Writes the restored key to a file next to the current key before the data is exchanged, and
 * renames it afterwards. A full disk therefore fails before anything changes. The current key stays
 * until then, because a start without a key would create a new one. A copy of the current key is
 * retained to decrypt the former data.
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

/** Timestamp in the names of former databases and folders, such as `20261120133158`. */
export const formatStamp = (at: Date): string =>
  at.toISOString().slice(0, 19).replaceAll(/\D/g, '');
