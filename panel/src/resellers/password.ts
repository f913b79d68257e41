/** 32 signs that cannot be taken for one another when a password is read aloud: no 0, O, 1, I, l. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 12;

/** V-29, said before it is refused. */
export const passwordHint = 'Pelo menos 8 caracteres: use letras, números e . - _ @ #';

/**
 * Generates a panel password for another person: 60 bits, without characters that the form rejects
 * (V-29).
 */
export function newPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}
