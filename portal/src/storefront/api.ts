/** Calls of the storefront. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getStorefrontOrder, subscribeStorefront } from '@ramal/contract/storefront/orders';
import type { getStorefrontPage, StorefrontPage } from '@ramal/contract/storefront/page';
import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import type {
  confirmStorefrontCode,
  getStorefrontTest,
  notifyStorefrontReturn,
  requestStorefrontTest,
  resendStorefrontCode,
} from '@ramal/contract/storefront/tests';
import type { Payer } from '../recurring/use-payer.ts';
import { PortalError, request } from '../request.ts';

export { PortalError };
export type { StorefrontDevice, StorefrontPage };
export type Product = StorefrontPage['products'][number];
export type Offer = Product['offers'][number];
export type Seller = NonNullable<StorefrontPage['seller']>;
export type TestAnswer = ResponseOf<typeof requestStorefrontTest>;
export type Test = ResponseOf<typeof getStorefrontTest>;
export type CodeStep = NonNullable<TestAnswer['code']>;
export type Refusal = NonNullable<TestAnswer['refusal']>;
export type Credentials = NonNullable<Test['credentials']>;
export type Order = ResponseOf<typeof getStorefrontOrder>;
export type OrderAuthorization = NonNullable<Order['authorization']>;
export type Method = StorefrontPage['methods'][number];

/** Data about the visitor that a test and a subscription send. */
export interface Visitor {
  readonly phone: string;
  readonly device: StorefrontDevice;
  readonly deviceSignature: string;
  readonly origin?: string;
}

/** Solution of the human check; empty if the installation has none. */
export interface HumanProof {
  readonly gRecaptchaResponse?: string;
}

export const readPage = (slug: string) => request<typeof getStorefrontPage>(`/api/loja/${slug}`);

export const requestTest = (
  slug: string,
  body: Visitor & HumanProof & { readonly testId: string; readonly consent: true },
) => request<typeof requestStorefrontTest>(`/api/loja/${slug}/test`, body);

export const confirmCode = (
  slug: string,
  body: { readonly request: string; readonly code: string; readonly deviceSignature: string },
) => request<typeof confirmStorefrontCode>(`/api/loja/${slug}/code`, body);

export const resendCode = (slug: string, { request: id }: CodeStep) =>
  request<typeof resendStorefrontCode>(`/api/loja/${slug}/code/resend`, { request: id });

export const readTest = (slug: string, key: string, deviceSignature: string) =>
  request<typeof getStorefrontTest>(`/api/loja/${slug}/test-state`, { key, deviceSignature });

export const notifyReturn = (
  slug: string,
  body: HumanProof & { readonly phone: string; readonly consent: true },
) => request<typeof notifyStorefrontReturn>(`/api/loja/${slug}/notify`, body);

/** Requests a payment at the price that the page shows. The server refuses another price. */
export const subscribe = (
  slug: string,
  body: Visitor &
    HumanProof & {
      readonly offerId: string;
      readonly priceCents: number;
      readonly method: Method;
      readonly testKey?: string;
      readonly coupon?: string;
      /** Payer of recurring Pix; absent for a single payment. */
      readonly payer?: Payer;
    },
) => request<typeof subscribeStorefront>(`/api/loja/${slug}/subscribe`, body);

export const readOrder = (slug: string, key: string) =>
  request<typeof getStorefrontOrder>(`/api/loja/${slug}/order`, { key });
