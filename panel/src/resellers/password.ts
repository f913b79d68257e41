/** 32 characters that cannot be confused when a password is read aloud: no 0, O, 1, I, l. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 12;

/** Rule of V-29, shown before a password is typed. */
export const passwordHint = 'Pelo menos 8 caracteres: use letras, números e . - _ @ #';

/**
 * Generates a panel password for another account: 60 bits, without characters that the form rejects
 * (V-29).
 */
export function newPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}
