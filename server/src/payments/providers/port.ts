/**
 * Interface of a payment provider. Only `read`, with the account's own key, returns reliable data;
 * a notice only triggers a read.
 */
export type ProviderKind = 'sandbox' | 'payments' | 'orders' | 'asaas' | 'woovi';
/** Providers whose keys are in `provider_accounts`. */
export type KeyedProvider = Extract<ProviderKind, 'asaas' | 'woovi'>;
export type Method = 'pix' | 'card';

export interface NewPayment {
  /** Reference of the charge at the provider, and the idempotency key of its creation. */
  readonly reference: string;
  readonly cents: number;
  readonly method: Method;
  readonly description: string;
  readonly payerEmail: string;
  readonly now: Date;
  readonly expiresAt: Date;
  /**
   * URL of the notices, for providers that accept it with each payment. The URL must be public and
   * https.
   */
  readonly noticeUrl: string;
  /** URL that a card payer returns to. Its parameters are never trusted. */
  readonly backUrl: string;
}

export interface CreatedPayment {
  /** Id of a payment, a preference or an order. */
  readonly providerId: string;
  readonly pixCode: string | null;
  readonly checkoutUrl: string | null;
}

interface KnownPayment {
  readonly reference: string;
  readonly method: Method;
  /** Null if the response to the creation was lost. */
  readonly providerId: string | null;
}

/**
 * A payment at the provider. A charge may have several payments, for example after a rejected card.
 */
export interface PaymentReading {
  readonly paymentId: string;
  readonly reference: string;
  readonly state: 'pending' | 'approved' | 'cancelled' | 'reversed';
  /** Reason in Portuguese; null without a reason. */
  readonly reason: string | null;
  readonly cents: number;
  readonly paidCents: number;
  readonly refundedCents: number;
  readonly currency: string;
  readonly collector: string;
  readonly disputed: boolean;
  /** Null until the provider has created it, which may be some time after the payment. */
  readonly pixCode: string | null;
  /** The provider's state if Ramal does not know it; otherwise null. */
  readonly unknownStatus: string | null;
  /** CPF or CNPJ of the payer as the provider writes it; empty if the provider does not tell it. */
  readonly payerDocument?: string;
}

/** A payment found by a search, with the data to create its charge again. */
export interface FoundPayment extends PaymentReading, KnownPayment {
  readonly provider: ProviderKind;
  readonly reference: string;
  readonly createdAt: Date;
}

/** Maximum number of payments on one page of a search. */
export const SEARCH_PAGE = 50;

export const providerName = (kind: ProviderKind): string => {
  if (kind === 'asaas') return 'Asaas';
  return kind === 'woovi' ? 'Woovi' : 'Mercado Pago';
};

export interface PaymentProvider {
  readonly kind: ProviderKind;
  readonly create: (payment: NewPayment) => Promise<CreatedPayment>;
  readonly read: (
    payment: KnownPayment & { readonly paidAt: Date | null },
  ) => Promise<readonly PaymentReading[]>;
  /**
   * Returns payments made between two times, a page at a time. The sandbox returns none, because it
   * loses none.
   */
  readonly search: (from: Date, until: Date, page: number) => Promise<readonly FoundPayment[]>;
  /**
   * Returns our reference for the payment or order in a notice; undefined while it cannot be read.
   */
  readonly referenceOf: (noticed: string) => Promise<string | undefined>;
  readonly refund: (
    payment: KnownPayment & Pick<PaymentReading, 'paymentId'>,
    key: string,
  ) => Promise<void>;
}
