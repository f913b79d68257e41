/**
 * Saves the public key to which backups are encrypted. The private key is never on this machine.
 * The operator decrypts a random word to prove possession of the private key.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { machineRecipient } from './machine-key.ts';

const digestOf = (word: string): Buffer => createHash('sha256').update(word).digest();

export async function saveBackupKey(
  { db, clock }: AppContext,
  caller: Caller,
  recipient: string,
): Promise<string> {
  const word = randomBytes(5).toString('hex');
  const challenge = await encryptChallenge(recipient, word);
  await db.tx(async (tx) => {
    await tx.run(sql`
      insert into backup_keys (recipient, challenge, word_digest, saved_by, saved_at)
      values (${recipient}, ${challenge}, ${digestOf(word)}, ${caller.actor.id}, ${clock.now()})
      on conflict (is_current) do update set recipient = excluded.recipient,
        challenge = excluded.challenge, word_digest = excluded.word_digest,
        saved_by = excluded.saved_by, saved_at = excluded.saved_at, proven_at = null`);
    // All files of a chain must be encrypted to the same key. The existing chains are therefore
    // deleted, and new chains start.
    await tx.run(sql`delete from wal_chains`);
    await recordEvent(tx, caller.requestMeta, {
      kind: 'backup-key-saved',
      actorId: caller.actor.id,
    });
  });
  return challenge;
}

/** Encrypts the random word of the proof to the recipient. Refuses an invalid key. */
export async function encryptChallenge(recipient: string, word: string): Promise<string> {
  const { Encrypter, armor } = await import('age-encryption');
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    return refuse('invalid_fields', {
      fields: { recipient: 'Esta chave pública está incompleta ou tem um erro de digitação.' },
    });
  }
  return armor.encode(await encrypter.encrypt(word));
}

/**
 * Returns the public keys for new backups: the operator's key and the key of this machine, which
 * drills use. Returns undefined if the operator has saved no key.
 */
export async function backupRecipients({
  db,
  secrets,
}: AppContext): Promise<readonly string[] | undefined> {
  const key = await db.first<{ recipient: string }>(sql`select recipient from backup_keys`);
  return key && [key.recipient, await machineRecipient(secrets)];
}

export async function proveBackupKey(
  { db, clock }: AppContext,
  caller: Caller,
  word: string,
): Promise<void> {
  await db.tx(async (tx) => {
    const key = await tx.first<{ wordDigest: Buffer }>(
      sql`select word_digest from backup_keys for update`,
    );
    if (!key) refuse('backup_key_missing');
    if (!timingSafeEqual(key.wordDigest, digestOf(word.toLowerCase()))) refuse('backup_word_wrong');
    await tx.run(sql`update backup_keys set proven_at = coalesce(proven_at, ${clock.now()})`);
    await recordEvent(tx, caller.requestMeta, {
      kind: 'backup-key-proven',
      actorId: caller.actor.id,
    });
  });
}
