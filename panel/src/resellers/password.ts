/**
 * The 32 characters of generated passwords. 0, 1, l and o are left out, because they are easily
 * confused.
 */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 12;

/** Text with the rule of V-29, shown before the user types a password. */
export const passwordHint = 'Pelo menos 8 caracteres: use letras, números e . - _ @ #';

/**
 * Generates a panel password for another account: 60 bits, without characters that the form rejects
 * (V-29).
 */
export function newPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}
