/** Key of the signed-in customer of the portal, stored in this browser. */
const NAME = 'ramal-portal-key';

export const readStoredKey = (): string | undefined => localStorage.getItem(NAME) ?? undefined;

/** Stores the key. Undefined removes it. */
export function storeKey(key: string | undefined): void {
  if (key === undefined) localStorage.removeItem(NAME);
  else localStorage.setItem(NAME, key);
}
