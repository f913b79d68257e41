/**
 * What the product needs of a payment provider. Truth is what `read` gives, asked with the account's own
 * key; a notice only says that it is worth asking.
 */
export type ProviderKind = 'sandbox' | 'payments' | 'orders';
export type Method = 'pix' | 'card';

export interface NewPayment {
  /** What it is called there; also the key under which it is made once. */
  readonly reference: string;
  readonly cents: number;
  readonly method: Method;
  readonly description: string;
  readonly payerEmail: string;
  readonly now: Date;
  readonly expiresAt: Date;
  /** Where notices go, if the provider takes it with each payment; it must be public and https. */
  readonly noticeUrl: string;
  /** Where a card payer comes back to; what it says on the way is never believed. */
  readonly backUrl: string;
}

export interface CreatedPayment {
  /** A payment, a preference or an order. */
  readonly providerId: string;
  readonly pixCode: string | null;
  readonly checkoutUrl: string | null;
}

export interface KnownPayment {
  readonly reference: string;
  readonly method: Method;
  /** Unknown where the answer to its creation was lost. */
  readonly providerId: string | null;
}

/** One payment as the provider tells it; a charge may have several, of which one is approved. */
export interface PaymentReading {
  readonly paymentId: string;
  readonly reference: string;
  readonly state: 'pending' | 'approved' | 'cancelled' | 'reversed';
  /** Why, in Portuguese, where there is something to say. */
  readonly reason: string | null;
  readonly cents: number;
  readonly paidCents: number;
  readonly refundedCents: number;
  readonly currency: string;
  readonly collector: string;
  readonly disputed: boolean;
  /** Some providers make it a while after the payment. */
  readonly pixCode: string | null;
  /** What the provider calls its state, where nobody here knows the word. */
  readonly unknownStatus: string | null;
}

/** A payment that was searched for, with what its charge would know of it. */
export interface FoundPayment extends PaymentReading, KnownPayment {
  readonly reference: string;
  readonly createdAt: Date;
}

/** Found payments of one page of a search. */
export const SEARCH_PAGE = 50;

/**
 * A standing order (Pix Automático): the payer's bank agreed once that each renewal is paid by itself. Mercado
 * Pago offers it to no receiver, so none of the providers here has it; a charge that comes by one is confirmed,
 * settled and undone like every other.
 */
export interface MandateProvider {
  /** The code in which the payer agrees at the bank. */
  readonly ask: (mandate: NewMandate) => Promise<{ readonly mandateId: string; pixCode: string }>;
  readonly read: (mandateId: string) => Promise<'asked' | 'agreed' | 'refused' | 'ended'>;
  /** The payer's bank is told days before it pays, as the rules of Pix ask. */
  readonly charge: (mandateId: string, payment: NewPayment, dueAt: Date) => Promise<CreatedPayment>;
  readonly end: (mandateId: string) => Promise<void>;
}

export interface NewMandate {
  /** Ours; also the key under which it is asked for once. */
  readonly reference: string;
  readonly description: string;
  /** No charge by it may be higher. */
  readonly mostCents: number;
  readonly every: 'month' | 'quarter' | 'half-year' | 'year';
  readonly firstAt: Date;
}

export interface PaymentProvider {
  readonly kind: ProviderKind;
  /** Where the provider brings standing orders. */
  readonly mandates?: MandateProvider;
  readonly create: (payment: NewPayment) => Promise<CreatedPayment>;
  readonly read: (payment: KnownPayment) => Promise<readonly PaymentReading[]>;
  /** Payments that were made between two moments, a page at a time; the sandbox loses none. */
  readonly search: (from: Date, until: Date, page: number) => Promise<readonly FoundPayment[]>;
  /** Our reference of what a notice names; undefined while it cannot be read. */
  readonly referenceOf: (noticed: string) => Promise<string | undefined>;
  readonly refund: (
    payment: KnownPayment & Pick<PaymentReading, 'paymentId'>,
    key: string,
  ) => Promise<void>;
}
