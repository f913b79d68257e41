/**
 * Rules of recurring Pix (Pix Automático) for server, panel and portal: states, reasons of a
 * refused charge, and the periods that the scheme prescribes.
 */

/**
 * Status of an authorization for customers and sellers. `refused`: the authorization is active, but
 * its current charge was refused. `waiting`: the customer has not authorised yet.
 */
export const authorizationStatuses = ['refused', 'active', 'waiting', 'ended'] as const;
export type AuthorizationStatus = (typeof authorizationStatuses)[number];

/** Causes for which an authorization ended. */
export const authorizationEnds = [
  /** The code expired before the payment, or the bank refused the authorization. */
  'not-authorized',
  'customer-portal',
  'customer-bank',
  'seller',
  /** The customer made a new authorization with another price. */
  'price',
  /** The customer authorised again at the same price, because the bank refused for good. */
  'replaced',
  'line-deleted',
  'line-blocked',
  'line-moved',
  /** The authorization expired at the provider. */
  'provider',
] as const;
export type AuthorizationEnd = (typeof authorizationEnds)[number];

/**
 * State of the charge of one month. `sent` means that the provider has the charge and the bank has
 * not answered yet.
 */
export const cycleStates = [
  'planned',
  'sent',
  'scheduled',
  'refused',
  'paid',
  'skipped',
  'cancelled',
] as const;
export type CycleState = (typeof cycleStates)[number];

/**
 * Reasons of a refused charge, as customers and sellers see them. Only the history shows the
 * provider's own code.
 */
export const refusalReasons = [
  'no-balance',
  'limit',
  'account-closed',
  'account-blocked',
  'wrong-cpf',
  'same-bank',
  'our-error',
  'bank',
  'stopped',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

interface RefusalText {
  readonly customer: string;
  readonly seller: string;
  /** True if the bank may debit the same charge on another day. */
  readonly isRetried: boolean;
}

export const refusalTexts: Record<RefusalReason, RefusalText> = {
  'no-balance': {
    customer: 'Não havia saldo na conta. Nada foi cobrado.',
    seller: 'Sem saldo na conta',
    isRetried: true,
  },
  limit: {
    customer: 'O valor passa do limite que você definiu no banco.',
    seller: 'Passa do limite do cliente',
    isRetried: true,
  },
  'account-closed': {
    customer: 'A conta autorizada foi encerrada. Autorize de novo com outra conta.',
    seller: 'Conta encerrada no banco',
    isRetried: false,
  },
  'account-blocked': {
    customer: 'A conta está bloqueada. Fale com o seu banco.',
    seller: 'Conta bloqueada no banco',
    isRetried: false,
  },
  'wrong-cpf': {
    customer: 'O CPF informado não é o da conta. Autorize de novo com o CPF do dono.',
    seller: 'CPF diferente da conta',
    isRetried: false,
  },
  'same-bank': {
    customer: 'Seu banco não aceita esta cobrança, porque recebe no mesmo banco. Use outra conta.',
    seller: 'Cliente e conta no mesmo banco',
    isRetried: false,
  },
  'our-error': {
    customer: 'A cobrança saiu errada, e não é nada com a sua conta.',
    seller: 'Erro nosso: a administração foi avisada',
    isRetried: false,
  },
  bank: {
    customer: 'O banco não respondeu a tempo. Nada foi cobrado.',
    seller: 'O banco não respondeu',
    isRetried: true,
  },
  stopped: {
    customer: 'Você parou de renovar sozinho.',
    seller: 'O cliente encerrou no banco',
    isRetried: false,
  },
};

/** The due day of a charge is this many days before the line expires. */
export const DUE_DAYS_BEFORE = 1;

/** Days before the due day on which the instruction is sent. */
export const SENT_DAYS_BEFORE = 7;

/** Days after the due day on which the bank tries again. */
export const RETRY_DAYS = [2, 4, 7] as const;

/**
 * Period in which the bank informs the payer, as numbers of days before the due day: first day,
 * last day.
 */
export const BANK_NOTICE_DAYS = [10, 2] as const;
