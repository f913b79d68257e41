/** Simulates the customer and the customer's bank at the double of Asaas. */
import { endAuthorization, instructionOnWire, onWire, paymentOnWire } from './answers.ts';
import { emit } from './events.ts';
import {
  type AsaasDouble,
  brasiliaClock,
  brasiliaDay,
  type DoubleAuthorization,
  type DoubleInstruction,
  type DoublePayment,
  isAtBank,
  newId,
} from './objects.ts';

/** Returns the newest authorization. In most tests the portal has just created it. */
export const newestAuthorization = (double: AsaasDouble): DoubleAuthorization =>
  [...double.authorizations.values()].at(-1)!;

/**
 * Simulates a customer who pays the code of an authorization. The payment authorises the following
 * months.
 */
export function payCode(
  double: AsaasDouble,
  authorization: DoubleAuthorization,
  { isAuthorized = true } = {},
): void {
  if (authorization.status !== 'CREATED' || double.now() > authorization.codeExpiresAt) return;
  const payment = receive(double, {
    customer: authorization.customerId,
    value: authorization.value,
    conciliationIdentifier: authorization.conciliationIdentifier,
  });
  emit(double, 'PAYMENT_RECEIVED', { payment: paymentOnWire(double, payment) });
  if (double.isSandbox) return;
  authorization.status = isAuthorized ? 'ACTIVE' : 'REFUSED';
  const end = isAuthorized ? 'ACTIVATED' : 'REFUSED';
  emit(double, `PIX_AUTOMATIC_RECURRING_AUTHORIZATION_${end}`, {
    authorization: onWire(double, authorization),
  });
}

export function payStaticCode(double: AsaasDouble, id: string): void {
  const code = double.codes.get(id)!;
  if (double.now() > code.expiresAt) return;
  const payment = receive(double, {
    customer: newId('cus_'),
    value: code.value,
    pixQrCodeId: id,
    externalReference: code.reference,
  });
  emit(double, 'PAYMENT_RECEIVED', { payment: paymentOnWire(double, payment) });
}

function receive(
  double: AsaasDouble,
  about: Pick<DoublePayment, 'customer' | 'value'> & Partial<DoublePayment>,
): DoublePayment {
  const payment: DoublePayment = {
    id: newId('pay_'),
    dueDate: brasiliaDay(double.now()),
    externalReference: null,
    authorizationId: null,
    pixQrCodeId: null,
    conciliationIdentifier: null,
    createdAt: double.now(),
    status: 'RECEIVED',
    deleted: false,
    received: 1,
    refunds: [],
    ...about,
  };
  double.payments.set(payment.id, payment);
  return payment;
}

/**
 * Simulates a customer who pays the charge of a month by its own Pix code. Returns false if the
 * charge cannot be paid.
 */
export function payByHand(double: AsaasDouble, payment: DoublePayment): boolean {
  const running = runningOf(double, payment);
  const isOpen = payment.status === 'PENDING' || payment.status === 'OVERDUE';
  if (payment.deleted || !isOpen) return false;
  if (running.some((row) => isAtBank(row.dueDate, double.now()))) return false;
  for (const row of running) row.status = 'CANCELLED';
  settle(double, payment);
  return true;
}

const runningOf = (double: AsaasDouble, payment: DoublePayment): DoubleInstruction[] =>
  [...double.instructions.values()].filter(
    (row) => row.paymentId === payment.id && ['AWAITING_REQUEST', 'SCHEDULED'].includes(row.status),
  );

function settle(double: AsaasDouble, payment: DoublePayment): void {
  payment.status = double.confirmsFirst ? 'CONFIRMED' : 'RECEIVED';
  payment.received += 1;
  emit(double, `PAYMENT_${payment.status}`, { payment: paymentOnWire(double, payment) });
}

/** Simulates a bank that returns the money, or releases it, after a precautionary block. */
export function endBlock(double: AsaasDouble, payment: DoublePayment, isReturned: boolean): void {
  if (payment.status !== 'CONFIRMED') return;
  payment.status = isReturned ? 'REFUNDED' : 'RECEIVED';
  emit(double, `PAYMENT_${payment.status}`, { payment: paymentOnWire(double, payment) });
}

export function expireAuthorization(double: AsaasDouble, row: DoubleAuthorization): void {
  if (row.status !== 'ACTIVE') return;
  endAuthorization(double, row, 'EXPIRED');
}

export function cancelAtBank(double: AsaasDouble, authorization: DoubleAuthorization): void {
  if (authorization.status === 'ACTIVE') endAuthorization(double, authorization);
}

function expireCodes(double: AsaasDouble): void {
  for (const row of double.authorizations.values()) {
    if (row.status !== 'CREATED' || double.isSandbox || double.now() <= row.codeExpiresAt) continue;
    row.status = 'REFUSED';
    emit(double, 'PIX_AUTOMATIC_RECURRING_AUTHORIZATION_REFUSED', {
      authorization: onWire(double, row),
    });
  }
}

/**
 * Simulates the work of the banks until the current time. Applies delayed requests first. Banks
 * schedule debits, debit in the night, and refuse in the evening.
 */
export function runBank(double: AsaasDouble): void {
  for (const apply of double.delayed.splice(0)) apply();
  expireCodes(double);
  const today = brasiliaDay(double.now());
  for (const row of double.instructions.values()) {
    if (row.status === 'AWAITING_REQUEST') {
      row.status = 'SCHEDULED';
      emit(double, 'PIX_AUTOMATIC_RECURRING_PAYMENT_INSTRUCTION_SCHEDULED', {
        paymentInstruction: instructionOnWire(double, row),
      });
    }
    if (row.status === 'SCHEDULED' && row.dueDate <= today) debit(double, row, today);
  }
}

function debit(double: AsaasDouble, row: DoubleInstruction, today: string): void {
  const payment = double.payments.get(row.paymentId)!;
  const { refuses } = double.authorizations.get(row.authorizationId)!;
  if (payment.received > 0) {
    row.status = 'REFUSED';
    row.refusalReason = 'PAYMENT_ALREADY_DONE';
    return;
  }
  if (refuses === undefined) {
    row.status = 'DONE';
    payment.deleted = false;
    settle(double, payment);
    return;
  }
  // The bank tries the debit again until 21:00 of the day.
  if (row.dueDate === today && brasiliaClock(double.now()) < 2100) return;
  row.status = 'REFUSED';
  row.refusalReason = refuses;
  if (!payment.deleted) payment.status = 'OVERDUE';
  emit(double, 'PIX_AUTOMATIC_RECURRING_PAYMENT_INSTRUCTION_REFUSED', {
    paymentInstruction: instructionOnWire(double, row),
  });
  emit(double, 'PAYMENT_OVERDUE', { payment: paymentOnWire(double, payment) });
}
