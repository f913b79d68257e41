/**
 * Part of Web Push that every page needs: it knows which account enabled push in this browser, and
 * it disables push. notices/this-browser.ts contains the rest and is loaded on demand.
 */
const KEY = 'ramal.avisos';

/** Returns the id of the account that enabled push in this browser. */
export function readPushOwner(): number | undefined {
  try {
    return Number(localStorage.getItem(KEY)) || undefined;
  } catch {
    return undefined;
  }
}

export function storePushOwner(userId: number): void {
  try {
    localStorage.setItem(KEY, String(userId));
  } catch {
    // Storage is blocked, so this browser does not know its push account at the next start.
  }
}

/**
 * Deletes the subscription in the browser. This stops push even if the server of Ramal is
 * unreachable, because the push service then has no recipient.
 */
export async function endPush(): Promise<void> {
  if (readPushOwner() === undefined) return;
  localStorage.removeItem(KEY);
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
