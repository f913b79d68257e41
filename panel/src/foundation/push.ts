/**
 * Web Push in this browser: the account that enabled it, and its end. The rest
 * (notices/this-browser.ts) is loaded only if an account enabled it.
 */
const KEY = 'ramal.avisos';

/** Returns the account whose notices this browser shows. */
export function pushOwner(): number | undefined {
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
    // Storage is blocked: notices arrive until the browser is closed.
  }
}

/**
 * Deletes the subscription in the browser. The push service then has no target, even if our server
 * cannot be reached.
 */
export async function endPush(): Promise<void> {
  if (pushOwner() === undefined) return;
  localStorage.removeItem(KEY);
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
