/**
 * Web Push in this browser: who turned it on here, and its end. The rest (notices/this-browser.ts) is fetched
 * only where somebody did.
 */
const KEY = 'ramal.avisos';

/** The account whose notices this browser shows. */
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
    // Storage withheld: notices come until the browser is closed.
  }
}

/** From now on the push service has nowhere to send to, whether or not our server can be reached. */
export async function endPush(): Promise<void> {
  if (pushOwner() === undefined) return;
  localStorage.removeItem(KEY);
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
