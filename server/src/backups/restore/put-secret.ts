/** The master key comes back with the data that it encrypts. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
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

/** What was encrypted with the key of the former data is kept readable: the file stays beside. */
export async function putSecret(
  { dataFolder, secret: configured }: Pick<Config, 'secret' | 'dataFolder'>,
  secret: Buffer | undefined,
  stamp: string,
): Promise<void> {
  if (!secret || configured) return;
  const file = path.join(dataFolder, 'secret');
  const present = await readFile(file).catch(() => undefined);
  if (present?.equals(secret)) return;
  await mkdir(dataFolder, { recursive: true });
  if (present) await rename(file, `${file}.before-${stamp}`);
  await writeFile(file, secret, { mode: 0o600, flag: 'wx' });
}

/** `20261120133158`: tells apart what was put aside. */
export const stampOf = (at: Date): string => at.toISOString().slice(0, 19).replaceAll(/\D/g, '');
