/**
 * Refuses a start with a master key that is not the database's. Otherwise stored secrets could not
 * be decrypted, and a second node would sign with a key of its own.
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
  // Another process may have added its row after the statement began.
  if (!stored) return requireInstallationKey(db, secrets);
  if (!secrets.verify(USE, TEXT, stored.signature))
    throw new OperatorError(
      'A chave mestra não é a deste banco: ponha em RAMAL_SECRET, ou no arquivo secret da pasta de dados, a chave com que a instalação começou. Nada mudou.',
    );
}
