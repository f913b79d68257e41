/**
 * The key of a link follows the #, so no server and no log receives it. The portal removes it from
 * the address at once. A link may contain the code of a coupon too, with or without a key.
 */
import { useEffect } from 'react';

/** Fragment of a link that opens the page «Indique e ganhe» of the signed-in customer. */
export const REFERRAL_HASH = 'indique';

const COUPON = 'ramal-portal-coupon';

interface PortalLink {
  readonly key: string | undefined;
  readonly coupon: string | undefined;
}

function readLink(): PortalLink {
  const [, key, coupon] =
    /^(l\.\d+\.[\w-]+)?(?:&?cupom=([\dA-Za-z]{4,12}))?$/.exec(window.location.hash.slice(1)) ?? [];
  return { key, coupon };
}

export const findLinkedKey = (): string | undefined => readLink().key;

/** Returns the key of the link, and stores its coupon until a payment uses it. */
export function consumeLinkedKey(): string | undefined {
  const { key, coupon } = readLink();
  if (coupon !== undefined) sessionStorage.setItem(COUPON, coupon);
  if (key !== undefined || coupon !== undefined)
    window.history.replaceState(null, '', window.location.pathname);
  return key;
}

/** Returns true if the link opens «Indique e ganhe», and removes it from the address. */
export function consumeReferralLink(): boolean {
  if (window.location.hash !== `#${REFERRAL_HASH}`) return false;
  window.history.replaceState(null, '', window.location.pathname);
  return true;
}

export const readLinkedCoupon = (): string | undefined =>
  sessionStorage.getItem(COUPON) ?? undefined;

export const forgetLinkedCoupon = (): void => sessionStorage.removeItem(COUPON);

/**
 * Calls `onKey` with the key of a link that is followed while the portal is open, because such a
 * link does not reload the page.
 */
export function useLinkedKey(onKey: (key: string) => void) {
  useEffect(() => {
    const take = () => {
      const linked = consumeLinkedKey();
      if (linked !== undefined) onKey(linked);
    };
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [onKey]);
}
