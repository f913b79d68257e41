import sql from 'sql-template-tag';
import type { Reader, Tx } from '../../foundation/database.ts';

export interface Passkey {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  /** Host on which the key was created. */
  readonly rpId: string;
  readonly credentialId: string;
  readonly transports: string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

const columns = sql`
  k.id, k.account_id, k.name, k.rp_id, k.credential_id,
  k.transports, k.created_at, k.last_used_at`;

export const readPasskeys = (reader: Reader, accountId: number): Promise<Passkey[]> =>
  reader.many<Passkey>(
    sql`select ${columns} from passkeys k where k.account_id = ${accountId} order by k.id`,
  );

export interface KnownKey {
  readonly id: number;
  readonly accountId: number;
  readonly publicKey: Buffer;
}

/** Finds a key by the credential id of the device, only for the host on which it was created. */
export const findKey = (
  reader: Reader,
  credentialId: string,
  rpId: string,
): Promise<KnownKey | undefined> =>
  reader.first<KnownKey>(sql`
    select k.id, k.account_id, k.public_key
    from passkeys k where k.credential_id = ${credentialId} and k.rp_id = ${rpId}`);

/**
 * Stores the counter of a use. Returns false if it did not increase, which indicates a copy of the
 * key. Devices without a counter always send zero. The row lock of the update lets only one of two
 * responses succeed.
 */
export const countUse = async (
  tx: Tx,
  keyId: number,
  counter: number,
  at: Date,
): Promise<boolean> => {
  const updated = await tx.run(sql`
    update passkeys set counter = ${counter}, last_used_at = ${at}
    where id = ${keyId} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`);
  return updated > 0;
};

export interface NewKey {
  readonly accountId: number;
  readonly name: string;
  readonly rpId: string;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isBackedUp: boolean;
  readonly at: Date;
}

/** Inserts a key; undefined if the device's key is already stored. */
export const insertKey = (tx: Tx, key: NewKey): Promise<Passkey | undefined> =>
  tx.first<Passkey>(sql`
    insert into passkeys as k
      (account_id, name, rp_id, credential_id, public_key, counter, transports, is_backed_up, created_at)
    values (${key.accountId}, ${key.name}, ${key.rpId}, ${key.credentialId}, ${Buffer.from(key.publicKey)},
      ${key.counter}, ${[...key.transports]}, ${key.isBackedUp}, ${key.at})
    on conflict (credential_id) do nothing
    returning ${columns}`);

/** Deletes a key and returns its name; undefined if the account has no such key. */
export const deleteKey = (
  tx: Tx,
  accountId: number,
  id: number,
): Promise<{ name: string; rpId: string } | undefined> =>
  tx.first(sql`
    delete from passkeys where id = ${id} and account_id = ${accountId}
    returning name, rp_id`);
