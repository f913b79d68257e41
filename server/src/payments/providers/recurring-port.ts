/**
 * Interface of a provider of recurring Pix. Callers search before they create, because a provider
 * may have no idempotency keys.
 */
export type AuthorizationState = 'created' | 'active' | 'refused' | 'cancelled' | 'expired';
export type TryState =
  | 'awaiting'
  | 'scheduled'
  | 'done'
  | 'refused'
  | 'cancelled'
  /** A state that the documentation does not contain. */
  | 'unknown';

export interface NewAuthorization {
  /** Reference of the payer at the provider, chosen by Ramal. */
  readonly reference: string;
  /** Shown to the payer's bank: letters and digits, at most 35. */
  readonly contractId: string;
  readonly payerName: string;
  readonly cpf: string;
  readonly cents: number;
  /** First day that may be debited: yyyy-mm-dd. */
  readonly startsOn: string;
  readonly description: string;
  readonly allowsRetries: boolean;
  /** Seconds for which the code can be paid. */
  readonly codeSeconds: number;
}

export interface CreatedAuthorization {
  readonly providerId: string;
  readonly customerId: string;
  readonly conciliationId: string;
  /** Identity of the first payment for `PaymentProvider.read`. */
  readonly firstPaymentId: string;
  readonly pixCode: string;
}

export interface AuthorizationReading {
  readonly state: AuthorizationState | 'unknown';
  /** State as the provider names it. */
  readonly status: string;
}

export interface NewDebit {
  readonly reference: string;
  readonly authorizationId: string;
  readonly customerId: string;
  readonly cents: number;
  /** yyyy-mm-dd. */
  readonly dueOn: string;
  readonly description: string;
}

/** Payment of a month at the provider. */
export interface DebitPayment {
  readonly paymentId: string;
  readonly isOpen: boolean;
  readonly createdAt: Date | undefined;
}

/** A try of the payer's bank. */
export interface DebitTry {
  readonly instructionId: string;
  /** 0 on the due day, 1 to 3 afterwards. */
  readonly attempt: number;
  readonly dueOn: string;
  readonly state: TryState;
  /** Code of the provider; null without a refusal. */
  readonly refusalCode: string | null;
}

export interface RecurringProvider {
  readonly createAuthorization: (order: NewAuthorization) => Promise<CreatedAuthorization>;
  /** Returns undefined if the provider does not know the authorization. */
  readonly readAuthorization: (id: string) => Promise<AuthorizationReading | undefined>;
  /** Ends an authorization. Has no effect on one that has ended. */
  readonly endAuthorization: (id: string) => Promise<void>;
  readonly createDebit: (debit: NewDebit) => Promise<string>;
  /** Returns the payments with this reference that were not removed, oldest first. */
  readonly findDebits: (reference: string) => Promise<readonly DebitPayment[]>;
  /** Removes an unpaid payment. Returns false if the provider refuses, for example on its due day. */
  readonly removeDebit: (paymentId: string) => Promise<boolean>;
  readonly readPixCode: (paymentId: string) => Promise<string | null>;
  readonly readTries: (paymentId: string) => Promise<readonly DebitTry[]>;
  readonly retryDebit: (instructionId: string, dueOn: string) => Promise<void>;
}
