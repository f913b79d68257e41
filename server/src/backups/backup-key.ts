/**
 * Public key to which backups are encrypted. The private key is never on this machine. The operator
 * proves to have it by decrypting a random word.
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
    // All files of a chain must be encrypted to the same key, so a new key starts new chains.
    await tx.run(sql`delete from wal_chains`);
    await recordEvent(tx, caller.requestMeta, {
      kind: 'backup-key-saved',
      actorId: caller.actor.id,
    });
  });
  return challenge;
}

/**
 * Encrypts the proof's random word to the recipient. Refuses a recipient that is not a complete
 * key.
 */
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
 * Returns the public keys for new backups: the operator's key and this machine's key, which drills
 * use. Undefined if the operator has saved no key.
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
