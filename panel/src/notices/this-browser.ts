/**
 * Notices that this browser receives while the panel is closed. Checks the support of the browser,
 * and enables, disables and renews the push subscription.
 */
import { getOwnPush, recognisePush, turnOffPush, turnOnPush } from '@ramal/contract/notices/push';
import { call } from '../foundation/api/api.ts';
import { registerServiceWorker } from '../foundation/cache-shell.ts';
import { endPush, readPushOwner, storePushOwner } from '../foundation/push.ts';

/**
 * Ability of this browser to receive push messages. `install-first` means an iPhone or iPad, on
 * which only an installed app can receive them. `denied` means that the user has refused the
 * permission.
 */
export type PushAbility = 'able' | 'install-first' | 'unable' | 'denied';

export function pushAbility(): PushAbility {
  const isThere =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isThere) return isIos() ? 'install-first' : 'unable';
  return Notification.permission === 'denied' ? 'denied' : 'able';
}

/**
 * True on an iPhone or iPad. The user agent of an iPad is that of a Mac, but only an iPad has touch
 * points.
 */
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/**
 * Returns the id of this browser's subscription for the account. Null if this browser receives no
 * notices of the account.
 */
export async function findThisBrowser(userId: number): Promise<number | null> {
  if (readPushOwner() !== userId) return null;
  const subscription = await currentSubscription();
  if (!subscription) return null;
  const { id } = await call(recognisePush, { body: { endpoint: subscription.endpoint } });
  return id;
}

/**
 * Requests the user's permission and then enables push. Returns `failed` if the browser has no push
 * service, such as a browser without Google's service.
 */
export async function enablePush(userId: number): Promise<'on' | 'refused' | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  try {
    await subscribe(userId);
    return 'on';
  } catch (error) {
    if (error instanceof DOMException) return 'failed';
    throw error;
  }
}

export async function disablePush(id: number | null): Promise<void> {
  if (id !== null) await call(turnOffPush, { params: { id } });
  await endPush();
}

/**
 * Runs at each start of the panel. Renews a subscription that the browser has dropped. Ends a
 * subscription that was disabled on another device or belongs to another account.
 */
export async function syncPush(userId: number): Promise<void> {
  if (readPushOwner() !== userId || pushAbility() !== 'able') return endPush();
  if (!(await currentSubscription())) {
    if (Notification.permission === 'granted') await subscribe(userId);
    return;
  }
  if ((await findThisBrowser(userId)) === null) await endPush();
}

async function subscribe(userId: number): Promise<void> {
  const { publicKey: applicationServerKey } = await call(getOwnPush, {});
  const { pushManager } = await registerServiceWorker();
  // Removes an existing subscription. With another key or another account, it would make the new
  // subscription fail.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = made.toJSON();
  await call(turnOnPush, {
    body: { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
  });
  storePushOwner(userId);
}

const currentSubscription = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
};
