/**
 * Adapter for recurring Pix of Asaas. It supports only authorizations whose code also pays the
 * first month. Ramal itself creates the charge of each month.
 */
import { isProviderFailure, ProviderError } from '../../../foundation/provider-error.ts';
import { readText, toRecord, toRecords } from '../mercado-pago/words.ts';
import type {
  CreatedAuthorization,
  DebitPayment,
  DebitTry,
  NewAuthorization,
  NewDebit,
  RecurringProvider,
} from '../recurring-port.ts';
import { firstPaymentId, readPayment } from './asaas-api.ts';
import { type Answer, type AsaasAccess, requestAsaas } from './client.ts';
import {
  parseAsaasDay,
  parseAsaasTime,
  toAuthorizationState,
  toPaymentReading,
  toTryState,
} from './words.ts';

const AUTHORIZATIONS = '/pix/automatic/authorizations';
const INSTRUCTIONS = '/pix/automatic/paymentInstructions';

export const asaasRecurring = (access: AsaasAccess): RecurringProvider => ({
  createAuthorization: (order) => createAuthorization(access, order),
  readAuthorization: async (id) => {
    try {
      const { status } = await requestAsaas(access, `${AUTHORIZATIONS}/${encodeURIComponent(id)}`);
      return { state: toAuthorizationState(status), status: readText(status) };
    } catch (error) {
      if (isProviderFailure(error, 'not_found')) return undefined;
      throw error;
    }
  },
  endAuthorization: async (id) => {
    try {
      await requestAsaas(access, `${AUTHORIZATIONS}/${encodeURIComponent(id)}`, {
        method: 'DELETE',
      });
    } catch (error) {
      // Asaas answers 400 or 404 if the authorization has already ended. The caller reads the
      // authorization afterwards in any case.
      if (!isProviderFailure(error, 'rejected', 'not_found', 'conflict')) throw error;
    }
  },
  createDebit: (debit) => createDebit(access, debit),
  findDebits: (reference) => findDebits(access, reference),
  removeDebit: async (paymentId) => {
    try {
      await requestAsaas(access, `/payments/${encodeURIComponent(paymentId)}`, {
        method: 'DELETE',
      });
    } catch (error) {
      if (!isProviderFailure(error, 'rejected', 'not_found', 'conflict')) throw error;
      return (await readPayment(access, paymentId))?.deleted === true;
    }
    return true;
  },
  readPixCode: async (paymentId) => {
    const code = await requestAsaas(access, `/payments/${encodeURIComponent(paymentId)}/pixQrCode`);
    return readText(code.payload) || null;
  },
  readTries: (paymentId) => readTries(access, paymentId),
  retryDebit: async (instructionId, dueOn) => {
    await requestAsaas(access, `${INSTRUCTIONS}/${encodeURIComponent(instructionId)}/retries`, {
      method: 'POST',
      body: { dueDate: dueOn },
    });
  },
});

async function createAuthorization(
  access: AsaasAccess,
  order: NewAuthorization,
): Promise<CreatedAuthorization> {
  const customerId = await ensureCustomer(access, order);
  const made =
    (await findUnpaid(access, customerId, order.contractId)) ??
    (await requestAsaas(access, AUTHORIZATIONS, {
      method: 'POST',
      body: {
        customerId,
        frequency: 'MONTHLY',
        contractId: order.contractId,
        startDate: order.startsOn,
        description: order.description.slice(0, 35),
        value: order.cents / 100,
        paymentCreationMode: 'MANUAL',
        retryPolicy: order.allowsRetries ? 'ALLOW_THREE_IN_SEVEN_DAYS' : 'NOT_ALLOWED',
        immediateQrCode: {
          originalValue: order.cents / 100,
          expirationSeconds: order.codeSeconds,
          description: order.description.slice(0, 35),
        },
      },
    }));
  const conciliationId = readText(toRecord(made.immediateQrCode).conciliationIdentifier);
  const [providerId, pixCode] = [readText(made.id), readText(made.payload)];
  if (!providerId || !pixCode || !conciliationId)
    throw new ProviderError('asaas', 'unavailable', { message: 'the authorization has no code' });
  return {
    providerId,
    customerId,
    conciliationId,
    firstPaymentId: firstPaymentId(customerId, conciliationId),
    pixCode,
  };
}

/**
 * Returns the customer of an authorization, and creates it if necessary. Each authorization has its
 * own customer, so that its first payment is found by the customer.
 */
async function ensureCustomer(
  access: AsaasAccess,
  { reference, payerName, cpf }: NewAuthorization,
): Promise<string> {
  const query = new URLSearchParams({ externalReference: reference });
  const { data } = await requestAsaas(access, `/customers?${query.toString()}`);
  const [existing] = toRecords(data);
  if (existing) return readText(existing.id);
  const customer = await requestAsaas(access, '/customers', {
    method: 'POST',
    body: { name: payerName, cpfCnpj: cpf, externalReference: reference },
  });
  return readText(customer.id);
}

/** Finds the authorization of a request whose answer was lost. */
async function findUnpaid(
  access: AsaasAccess,
  customerId: string,
  contractId: string,
): Promise<Answer | undefined> {
  const query = new URLSearchParams({ customerId });
  const { data } = await requestAsaas(access, `${AUTHORIZATIONS}?${query.toString()}`);
  return toRecords(data).find(
    (made) =>
      made.contractId === contractId && made.status === 'CREATED' && readText(made.payload) !== '',
  );
}

async function createDebit(access: AsaasAccess, debit: NewDebit): Promise<string> {
  const payment = await requestAsaas(access, '/payments', {
    method: 'POST',
    body: {
      customer: debit.customerId,
      billingType: 'PIX',
      value: debit.cents / 100,
      dueDate: debit.dueOn,
      description: debit.description,
      externalReference: debit.reference,
      pixAutomaticAuthorizationId: debit.authorizationId,
    },
  });
  return readText(payment.id);
}

async function findDebits(
  access: AsaasAccess,
  reference: string,
): Promise<readonly DebitPayment[]> {
  const query = new URLSearchParams({ externalReference: reference, limit: '100' });
  const { data } = await requestAsaas(access, `/payments?${query.toString()}`);
  return toRecords(data)
    .map((payment) => ({
      payment,
      state: toPaymentReading(payment, access.collector, reference).state,
    }))
    .filter(({ payment, state }) => payment.deleted !== true || state === 'approved')
    .map(({ payment, state }) => ({
      paymentId: readText(payment.id),
      isOpen: state === 'pending',
      createdAt: parseAsaasTime(payment.dateCreated),
    }))
    .toSorted((a, b) => (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0));
}

async function readTries(access: AsaasAccess, paymentId: string): Promise<readonly DebitTry[]> {
  const query = new URLSearchParams({ paymentId, limit: '100' });
  const { data } = await requestAsaas(access, `${INSTRUCTIONS}?${query.toString()}`);
  return toRecords(data).flatMap((instruction) => {
    const dueOn = parseAsaasDay(instruction.dueDate);
    if (dueOn === undefined) return [];
    const isRetry = instruction.purpose === 'RETRY_AFTER_DUE_DATE';
    return [
      {
        instructionId: readText(instruction.id),
        attempt: isRetry ? Number(instruction.retryAttempt) || 1 : 0,
        dueOn,
        state: toTryState(instruction.status),
        refusalCode: readText(instruction.refusalReason) || null,
      },
    ];
  });
}
