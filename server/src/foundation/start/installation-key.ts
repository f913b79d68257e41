/**
 * Refuses a start if the master key is not the one that the database was created with. With another
 * key, stored secrets could not be decrypted, and two nodes would sign with different keys.
 */
import sql from 'sql-template-tag';
import type { Db } from '../database.ts';
import type { Secrets } from '../secrets.ts';
import { OperatorError } from './operator-error.ts';

const [USE, TEXT] = ['installation', 'ramal'];

export async function requireInstallationKey(db: Db, secrets: Secrets): Promise<void> {
  const signature = secrets.sign(USE, TEXT);
  const stored = await db.tx((tx) =>
    tx.first<{ signature: string }>(sql`
      with added as (
        insert into installation_key (signature) values (${signature})
        on conflict do nothing returning signature
      )
      select signature from added union all select signature from installation_key limit 1`),
  );
  // Another process may have inserted the row after this statement began. The check is then
  // repeated.
  if (!stored) return requireInstallationKey(db, secrets);
  if (!secrets.verify(USE, TEXT, stored.signature))
    throw new OperatorError(
      'A chave mestra não é a deste banco: ponha em RAMAL_SECRET, ou no arquivo secret da pasta de dados, a chave com que a instalação começou. Nada mudou.',
    );
}
