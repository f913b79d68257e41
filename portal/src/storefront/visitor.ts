/** Data about the visitor that this browser stores for one storefront. */
import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import type { Visitor } from './api.ts';
import { newKey } from '../../../packages/pages/src/keys.ts';

export interface StoredVisitor {
  readonly phone?: string;
  readonly device?: StorefrontDevice;
  /** Opens the visitor's test again. */
  readonly testKey?: string;
  /** End of this test, in Unix seconds. */
  readonly testEnds?: number;
  /** Subscribes to the line of a former test, after a refusal. */
  readonly formerKey?: string;
  /** Opens the visitor's order again. */
  readonly orderKey?: string;
  /** Origin of the link that the visitor opened first. */
  readonly origin?: string;
}

const storageName = (slug: string): string => `ramal-loja-${slug}`;

export function readVisitor(slug: string): StoredVisitor {
  try {
    return JSON.parse(localStorage.getItem(storageName(slug)) ?? '{}') as StoredVisitor;
  } catch {
    return {};
  }
}

/** Stores the changed fields. A field that is undefined is removed. */
export function storeVisitor(
  slug: string,
  changed: { readonly [Name in keyof StoredVisitor]: StoredVisitor[Name] | undefined },
): StoredVisitor {
  const visitor = { ...readVisitor(slug), ...changed } as StoredVisitor;
  localStorage.setItem(storageName(slug), JSON.stringify(visitor));
  return visitor;
}

/** Stores the origin of the first link. A later link does not change it. */
export function storeOrigin(slug: string): void {
  const origin = new URLSearchParams(window.location.search).get('o')?.toLowerCase();
  if (!origin || !/^[a-z0-9-]{1,30}$/.test(origin) || readVisitor(slug).origin) return;
  storeVisitor(slug, { origin });
}

/** Coupon of the link, such as `?cupom=NATAL20`. */
export const readLinkedCoupon = (): string | undefined =>
  new URLSearchParams(window.location.search).get('cupom')?.slice(0, 40) || undefined;

const SIGNATURE = 'ramal-device';
const YEAR_SECONDS = 31_536_000;

/**
 * Signature of this browser, for the rule of one test per device. A cookie keeps it when the visitor
 * clears the storage, and the other way round.
 */
export function readDeviceSignature(): string {
  const cookie = document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${SIGNATURE}=`))
    ?.slice(SIGNATURE.length + 1);
  const signature = localStorage.getItem(SIGNATURE) ?? cookie ?? newKey();
  localStorage.setItem(SIGNATURE, signature);
  document.cookie = `${SIGNATURE}=${signature}; path=/loja; max-age=${YEAR_SECONDS}; samesite=lax`;
  return signature;
}

/** Adds to the fields of a form what this browser knows about the visitor. */
export function completeVisitor(slug: string, fields: Pick<Visitor, 'phone' | 'device'>): Visitor {
  const { origin } = readVisitor(slug);
  return { ...fields, deviceSignature: readDeviceSignature(), ...(origin ? { origin } : {}) };
}
