/**
 * Interface of a payment provider. Only `read`, with the account's own key, gives the truth; a
 * notice only triggers it.
 */
export type ProviderKind = 'sandbox' | 'payments' | 'orders';
export type Method = 'pix' | 'card';

export interface NewPayment {
  /** Name of the charge there; also the key under which it is created once. */
  readonly reference: string;
  readonly cents: number;
  readonly method: Method;
  readonly description: string;
  readonly payerEmail: string;
  readonly now: Date;
  readonly expiresAt: Date;
  /**
   * Address of notices, if the provider takes it with each payment; it must be public and https.
   */
  readonly noticeUrl: string;
  /** Address that a card payer returns to; its parameters are never trusted. */
  readonly backUrl: string;
}

export interface CreatedPayment {
  /** A payment, a preference or an order. */
  readonly providerId: string;
  readonly pixCode: string | null;
  readonly checkoutUrl: string | null;
}

interface KnownPayment {
  readonly reference: string;
  readonly method: Method;
  /** Unknown if the response to its creation was lost. */
  readonly providerId: string | null;
}

/** A payment at the provider; a charge may have several, of which one is approved. */
export interface PaymentReading {
  readonly paymentId: string;
  readonly reference: string;
  readonly state: 'pending' | 'approved' | 'cancelled' | 'reversed';
  /** Reason in Portuguese, if there is one. */
  readonly reason: string | null;
  readonly cents: number;
  readonly paidCents: number;
  readonly refundedCents: number;
  readonly currency: string;
  readonly collector: string;
  readonly disputed: boolean;
  /** Some providers create it some time after the payment. */
  readonly pixCode: string | null;
  /** The provider's state, if it is unknown here. */
  readonly unknownStatus: string | null;
}

/** A searched payment, with the facts that its charge would have. */
export interface FoundPayment extends PaymentReading, KnownPayment {
  readonly reference: string;
  readonly createdAt: Date;
}

/** Found payments of one page of a search. */
export const SEARCH_PAGE = 50;

export interface PaymentProvider {
  readonly kind: ProviderKind;
  readonly create: (payment: NewPayment) => Promise<CreatedPayment>;
  readonly read: (payment: KnownPayment) => Promise<readonly PaymentReading[]>;
  /** Payments made between two moments, a page at a time; the sandbox loses none. */
  readonly search: (from: Date, until: Date, page: number) => Promise<readonly FoundPayment[]>;
  /** Our reference for the object of a notice; undefined while it cannot be read. */
  readonly referenceOf: (noticed: string) => Promise<string | undefined>;
  readonly refund: (
    payment: KnownPayment & Pick<PaymentReading, 'paymentId'>,
    key: string,
  ) => Promise<void>;
}
