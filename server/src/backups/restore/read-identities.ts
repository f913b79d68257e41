import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { BackupError } from '../backup-error.ts';

/** Reads every key in a file of age-keygen, because a chain of backups may use an older key. */
export async function readIdentities(file = ''): Promise<string[]> {
  if (!existsSync(file)) throw new BackupError('refused', `O arquivo de chave ${file} não existe.`);
  const text = await readFile(file, 'utf8').catch(() => '');
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (identities.length === 0)
    throw new BackupError('refused', `${file} não tem uma chave que comece com AGE-SECRET-KEY-.`);
  const { identityToRecipient } = await import('age-encryption');
  for (const identity of identities)
    await identityToRecipient(identity).catch(() => {
      throw new BackupError(
        'refused',
        `${file} tem uma linha que começa com AGE-SECRET-KEY- e não é uma chave: pode estar cortada ou com erro de digitação.`,
      );
    });
  return identities;
}
