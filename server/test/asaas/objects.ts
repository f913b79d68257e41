/**
 * Objects of the double of Asaas. It also checks the periods that the scheme of recurring Pix
 * prescribes.
 */
import { randomUUID } from 'node:crypto';
import { bankDaysBetween } from '@ramal/contract/rules/payments/bank-days';
import { dayInZone } from '@ramal/contract/rules/payments/calendar-months';
import { DAY_MS } from '@ramal/contract/rules/durations';

export interface DoubleAuthorization {
  readonly id: string;
  readonly customerId: string;
  readonly contractId: string;
  readonly value: number;
  readonly startDate: string;
  readonly conciliationIdentifier: string;
  readonly payload: string;
  readonly codeExpiresAt: number;
  readonly allowsRetries: boolean;
  status: string;
  /** Code with which the payer's bank refuses each debit. Undefined if the bank pays the debits. */
  refuses: string | undefined;
}

export interface DoublePayment {
  readonly id: string;
  readonly customer: string;
  readonly value: number;
  readonly dueDate: string;
  readonly externalReference: string | null;
  readonly authorizationId: string | null;
  readonly pixQrCodeId: string | null;
  readonly conciliationIdentifier: string | null;
  readonly createdAt: number;
  status: string;
  deleted: boolean;
  /** Number of times that the payment was paid. */
  received: number;
  refunds: { value: number; status: string }[];
}

export interface DoubleInstruction {
  readonly id: string;
  readonly paymentId: string;
  readonly authorizationId: string;
  readonly dueDate: string;
  readonly attempt: number;
  status: string;
  refusalReason: string | null;
}

export interface DoubleEvent {
  readonly id: string;
  readonly event: string;
  readonly dateCreated: string;
  readonly [object: string]: unknown;
}

export interface AsaasDouble {
  readonly url: string;
  readonly key: string;
  readonly customers: Map<string, { id: string; cpfCnpj: string; externalReference: string }>;
  readonly authorizations: Map<string, DoubleAuthorization>;
  readonly payments: Map<string, DoublePayment>;
  readonly instructions: Map<string, DoubleInstruction>;
  readonly codes: Map<string, { value: number; reference: string; expiresAt: number }>;
  /** Notifications that Asaas would send, oldest first. */
  readonly events: DoubleEvent[];
  /** Received requests, oldest first: `POST /payments`. */
  readonly requests: string[];
  holder: { personType: 'JURIDICA' | 'FISICA'; cpfCnpj: string; companyName: string };
  isApproved: boolean;
  hasPixKey: boolean;
  /** False for a key without the permission PIX_AUTOMATIC:WRITE. */
  mayRecur: boolean;
  /** True if the double is a sandbox, in which authorizations keep the status CREATED. */
  isSandbox: boolean;
  /** True if removing a payment also removes its scheduled instruction. */
  removesInstructions: boolean;
  /** True if received payments are CONFIRMED first, while the bank may still return the money. */
  confirmsFirst: boolean;
  /** CPFs that the provider refuses. */
  readonly refusedCpfs: Set<string>;
  /**
   * Results of the next requests: an HTTP status, `lost` for a request without effect and response,
   * or `none` for success.
   */
  failures: (number | 'lost' | 'none')[];
  /** Number of next writes that have their effect but send no response. */
  dropsAnswers: number;
  /** Number of next writes that get no response and have their effect only later. */
  delaysWrites: number;
  /** Effects of delayed writes. The banks' next work applies them. */
  readonly delayed: (() => void)[];
  /**
   * Number of the form in which the next response writes dates. Every response uses the next form.
   */
  dateForm: number;
  /** Called before a request has its effect and before its response, so that a test can interfere. */
  onMoment: () => void;
  now: () => number;
  close(): Promise<void>;
}

export const BRASILIA = 'America/Sao_Paulo';

export const brasiliaDay = (at: number): string => dayInZone(new Date(at), BRASILIA);

/** Returns hour and minute in Brasília as one number: 2130 for 21:30. */
export const brasiliaClock = (at: number): number =>
  Number(clockFormat.format(at).replace(':', ''));

const clockFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: BRASILIA,
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
});

const before = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/**
 * True from 22:00 of the day before the debit until the end of the day of the debit. In this period
 * the bank already holds the debit.
 */
export function isAtBank(dueDate: string, at: number): boolean {
  const today = brasiliaDay(at);
  return today === dueDate || (today === before(dueDate, 1) && brasiliaClock(at) >= 2200);
}

/**
 * Returns the reason why the scheme refuses a charge on this day. Undefined if the scheme accepts
 * it.
 */
export function windowProblem(dueDate: string, at: number): string | undefined {
  const today = brasiliaDay(at);
  if (bankDaysBetween(today, dueDate) < 2) return 'A data está a menos de 2 dias úteis.';
  const days = Math.round((Date.parse(dueDate) - Date.parse(today)) / DAY_MS);
  return days > 10 ? 'A data está a mais de 10 dias.' : undefined;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** Writes a time in one of the four forms that Asaas uses. */
export function writeTime(at: number, form: number): string {
  const day = brasiliaDay(at);
  const [year, month, date] = day.split('-') as [string, string, string];
  const clock = brasiliaClock(at);
  const time = `${two(Math.floor(clock / 100))}:${two(clock % 100)}:00`;
  const forms = [
    `${day} ${time}`,
    `${date}/${month}/${year}`,
    `${date}/${month}/${year} ${time}`,
    day,
  ];
  return forms[form % forms.length]!;
}

export const newId = (prefix: string): string =>
  `${prefix}${randomUUID().replaceAll('-', '').slice(0, 16)}`;
