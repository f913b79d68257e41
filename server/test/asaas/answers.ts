/** Responses of the double of Asaas. It supports the calls that the reference sheet describes. */
import { DAY_MS } from '@ramal/contract/rules/durations';
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
  windowProblem,
  writeTime,
} from './objects.ts';

export type Reply = [number, object];
type Body = Readonly<Record<string, unknown>>;

const invalid = (description: string): Reply => [
  400,
  { errors: [{ code: 'invalid_action', description }] },
];
const missing: Reply = [404, {}];

const list = (data: readonly object[]): Reply => [
  200,
  { object: 'list', hasMore: false, totalCount: data.length, limit: 100, offset: 0, data },
];

export function answer(double: AsaasDouble, method: string, url: URL, body: Body): Reply {
  const [, area = '', ...rest] = url.pathname.split('/');
  if (area === 'myAccount') return account(double, rest[0]!);
  if (area === 'customers') return customers(double, method, url, body);
  if (area === 'payments') return payments(double, method, url, body);
  if (area !== 'pix') return missing;
  if (rest[0] === 'addressKeys') return list(double.hasPixKey ? [{ key: 'chave-pix' }] : []);
  if (rest[0] === 'qrCodes') return staticCode(double, body);
  if (!double.mayRecur && method !== 'GET')
    return [403, { errors: [{ code: 'insufficient_permission', description: 'Sem permissão' }] }];
  const [, kind, id, act] = rest;
  if (kind === 'authorizations') return authorizations(double, { method, url, id }, body);
  if (act === 'retries') return retry(double, id!, String(body.dueDate));
  return id ? readInstruction(double, id) : listInstructions(double, url);
}

const account = (double: AsaasDouble, part: string): Reply => [
  200,
  part === 'commercialInfo'
    ? double.holder
    : {
        general: double.isApproved ? 'APPROVED' : 'PENDING',
        documentation: double.isApproved ? 'APPROVED' : 'AWAITING_APPROVAL',
      },
];

function customers(double: AsaasDouble, method: string, url: URL, body: Body): Reply {
  const reference = url.searchParams.get('externalReference');
  if (method === 'GET')
    return list(
      [...double.customers.values()].filter((row) => row.externalReference === reference),
    );
  const cpfCnpj = String(body.cpfCnpj);
  if (double.refusedCpfs.has(cpfCnpj))
    return [
      400,
      { errors: [{ code: 'invalid_cpfCnpj', description: 'O CPF/CNPJ informado é inválido.' }] },
    ];
  const customer = {
    id: newId('cus_'),
    cpfCnpj,
    externalReference: String(body.externalReference),
  };
  double.customers.set(customer.id, customer);
  return [200, customer];
}

function staticCode(double: AsaasDouble, body: Body): Reply {
  const id = newId('QR');
  const expiresAt = double.now() + Number(body.expirationSeconds) * 1000;
  double.codes.set(id, {
    value: Number(body.value),
    reference: String(body.externalReference),
    expiresAt,
  });
  return [200, { id, payload: `000201br.gov.bcb.pix${id}`, encodedImage: '' }];
}

interface NamedRequest {
  readonly method: string;
  readonly url: URL;
  readonly id: string | undefined;
}

function authorizations(double: AsaasDouble, { method, url, id }: NamedRequest, body: Body): Reply {
  if (method === 'POST') return authorize(double, body);
  if (!id) {
    const customerId = url.searchParams.get('customerId');
    return list(
      [...double.authorizations.values()]
        .filter((row) => row.customerId === customerId)
        .map((row) => onWire(double, row)),
    );
  }
  const authorization = double.authorizations.get(id);
  if (!authorization) return missing;
  if (method === 'DELETE') {
    if (authorization.status !== 'CREATED' && authorization.status !== 'ACTIVE')
      return invalid('A autorização já foi encerrada.');
    endAuthorization(double, authorization);
  }
  return [200, onWire(double, authorization)];
}

/**
 * Ends an authorization. Its instructions that the bank does not hold yet are cancelled. Its
 * payments remain.
 */
export function endAuthorization(
  double: AsaasDouble,
  ended: DoubleAuthorization,
  status: 'CANCELLED' | 'EXPIRED' = 'CANCELLED',
): void {
  ended.status = status;
  for (const instruction of double.instructions.values())
    if (
      instruction.authorizationId === ended.id &&
      ['AWAITING_REQUEST', 'SCHEDULED'].includes(instruction.status) &&
      !isAtBank(instruction.dueDate, double.now())
    )
      instruction.status = 'CANCELLED';
  emit(double, `PIX_AUTOMATIC_RECURRING_AUTHORIZATION_${status}`, {
    authorization: onWire(double, ended),
  });
}

export const onWire = (double: AsaasDouble, row: DoubleAuthorization): object => ({
  id: row.id,
  status: row.status,
  customerId: row.customerId,
  contractId: row.contractId,
  value: row.value,
  startDate: row.startDate,
  payload: row.payload,
  encodedImage: '',
  immediateQrCode: {
    conciliationIdentifier: row.conciliationIdentifier,
    expirationDate: writeTime(row.codeExpiresAt, (double.dateForm += 1)),
  },
});

function authorize(double: AsaasDouble, body: Body): Reply {
  const { contractId, customerId, frequency, startDate } = body;
  if (frequency !== 'MONTHLY' || !double.customers.has(String(customerId)))
    return invalid('Dados inválidos.');
  if (!/^[A-Za-z0-9]{1,35}$/.test(String(contractId))) return invalid('contractId inválido.');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(startDate))) return invalid('startDate inválido.');
  const code = body.immediateQrCode as { originalValue: number; expirationSeconds: number };
  const made: DoubleAuthorization = {
    id: crypto.randomUUID(),
    customerId: String(customerId),
    contractId: String(contractId),
    value: Number(body.value),
    startDate: String(startDate),
    conciliationIdentifier: newId('CONC'),
    payload: `000201br.gov.bcb.pix.automatico${newId('')}`,
    codeExpiresAt: double.now() + code.expirationSeconds * 1000,
    allowsRetries: body.retryPolicy === 'ALLOW_THREE_IN_SEVEN_DAYS',
    status: 'CREATED',
    refuses: undefined,
  };
  double.authorizations.set(made.id, made);
  emit(double, 'PIX_AUTOMATIC_RECURRING_AUTHORIZATION_CREATED', {
    authorization: onWire(double, made),
  });
  return [200, onWire(double, made)];
}

export const paymentOnWire = (double: AsaasDouble, row: DoublePayment): object => ({
  object: 'payment',
  id: row.id,
  customer: row.customer,
  value: row.value,
  dueDate: row.dueDate,
  dateCreated: writeTime(row.createdAt, (double.dateForm += 1)),
  externalReference: row.externalReference,
  pixQrCodeId: row.pixQrCodeId,
  conciliationIdentifier: row.conciliationIdentifier,
  billingType: 'PIX',
  status: row.status,
  deleted: row.deleted,
  refunds: row.refunds,
});

function payments(double: AsaasDouble, method: string, url: URL, body: Body): Reply {
  const [, , id, act] = url.pathname.split('/');
  if (!id) return method === 'POST' ? charge(double, body) : listPayments(double, url);
  const payment = double.payments.get(id);
  if (!payment) return missing;
  if (act === 'pixQrCode') return [200, { payload: `000201br.gov.bcb.pix${payment.id}` }];
  if (act === 'refund') return refund(double, payment);
  if (method === 'DELETE') return remove(double, payment);
  return [200, paymentOnWire(double, payment)];
}

function listPayments(double: AsaasDouble, url: URL): Reply {
  const filters = ['externalReference', 'customer', 'pixQrCodeId'] as const;
  const from = url.searchParams.get('dateCreated[ge]') ?? '';
  const until = url.searchParams.get('dateCreated[le]') ?? '9999';
  const rows = [...double.payments.values()].filter((row) => {
    const day = brasiliaDay(row.createdAt);
    return (
      day >= from &&
      day <= until &&
      filters.every((name) => {
        const wanted = url.searchParams.get(name);
        return wanted === null || row[name] === wanted;
      })
    );
  });
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const limit = Number(url.searchParams.get('limit') ?? 10);
  return list(rows.slice(offset, offset + limit).map((row) => paymentOnWire(double, row)));
}

function charge(double: AsaasDouble, body: Body): Reply {
  const authorizationId = body.pixAutomaticAuthorizationId as string | undefined;
  const authorization = authorizationId ? double.authorizations.get(authorizationId) : undefined;
  const dueDate = String(body.dueDate);
  if (authorizationId) {
    if (authorization?.status !== 'ACTIVE') return invalid('A autorização não está ativa.');
    const problem = windowProblem(dueDate, double.now());
    if (problem) return invalid(problem);
    if (dueDate < authorization.startDate) return invalid('Antes da data inicial.');
  }
  const payment: DoublePayment = {
    id: newId('pay_'),
    customer: String(body.customer),
    value: Number(body.value),
    dueDate,
    externalReference: String(body.externalReference),
    authorizationId: authorizationId ?? null,
    pixQrCodeId: null,
    conciliationIdentifier: null,
    createdAt: double.now(),
    status: 'PENDING',
    deleted: false,
    received: 0,
    refunds: [],
  };
  double.payments.set(payment.id, payment);
  emit(double, 'PAYMENT_CREATED', { payment: paymentOnWire(double, payment) });
  if (authorization) instruct(double, payment, authorization, 0);
  return [200, paymentOnWire(double, payment)];
}

function instruct(
  double: AsaasDouble,
  payment: DoublePayment,
  authorization: DoubleAuthorization,
  attempt: number,
  dueDate = payment.dueDate,
): DoubleInstruction {
  const twin = [...double.instructions.values()].some(
    (row) =>
      attempt === 0 &&
      row.authorizationId === authorization.id &&
      row.dueDate.slice(0, 7) === dueDate.slice(0, 7) &&
      row.attempt === 0 &&
      ['AWAITING_REQUEST', 'SCHEDULED', 'DONE'].includes(row.status),
  );
  const problem =
    payment.value === authorization.value
      ? twin
        ? 'PAYMENT_ALREADY_SCHEDULED'
        : null
      : 'AMOUNT_MISMATCH';
  const instruction: DoubleInstruction = {
    id: newId('ins_'),
    paymentId: payment.id,
    authorizationId: authorization.id,
    dueDate,
    attempt,
    status: problem ? 'REFUSED' : 'AWAITING_REQUEST',
    refusalReason: problem,
  };
  double.instructions.set(instruction.id, instruction);
  emit(double, 'PIX_AUTOMATIC_RECURRING_PAYMENT_INSTRUCTION_CREATED', {
    paymentInstruction: instructionOnWire(double, instruction),
  });
  return instruction;
}

export const instructionOnWire = (double: AsaasDouble, row: DoubleInstruction): object => ({
  id: row.id,
  paymentId: row.paymentId,
  authorization: { id: row.authorizationId },
  dueDate: writeTime(Date.parse(`${row.dueDate}T15:00:00Z`), (double.dateForm += 1)),
  status: row.status,
  purpose: row.attempt === 0 ? 'SCHEDULE' : 'RETRY_AFTER_DUE_DATE',
  retryAttempt: row.attempt || null,
  refusalReason: row.refusalReason,
});

function readInstruction(double: AsaasDouble, id: string): Reply {
  const row = double.instructions.get(id);
  return row ? [200, instructionOnWire(double, row)] : missing;
}

const listInstructions = (double: AsaasDouble, url: URL): Reply =>
  list(
    [...double.instructions.values()]
      .filter((row) => row.paymentId === url.searchParams.get('paymentId'))
      .map((row) => instructionOnWire(double, row)),
  );

function retry(double: AsaasDouble, id: string, dueDate: string): Reply {
  const first = double.instructions.get(id);
  const payment = first && double.payments.get(first.paymentId);
  const authorization = first && double.authorizations.get(first.authorizationId);
  if (!first || !payment || !authorization) return missing;
  const tries = [...double.instructions.values()].filter((row) => row.paymentId === payment.id);
  const days = Math.round((Date.parse(dueDate) - Date.parse(payment.dueDate)) / DAY_MS);
  const isLate = brasiliaDay(double.now() + DAY_MS) > dueDate || brasiliaClock(double.now()) > 2359;
  if (!authorization.allowsRetries) return invalid('A política não permite.');
  if (authorization.status !== 'ACTIVE') return invalid('A autorização não está ativa.');
  if (payment.status !== 'OVERDUE' || payment.deleted)
    return invalid('A cobrança não está vencida.');
  if (tries.length > 3) return invalid('Mais de 3 tentativas.');
  if (tries.some((row) => row.dueDate === dueDate)) return invalid('Já há tentativa neste dia.');
  if (days < 1 || days > 7) return invalid('Fora de 7 dias.');
  if (isLate) return invalid('Depois das 23:59 do dia anterior.');
  const made = instruct(double, payment, authorization, tries.length, dueDate);
  return [200, instructionOnWire(double, made)];
}

function remove(double: AsaasDouble, payment: DoublePayment): Reply {
  if (payment.deleted) return missing;
  if (payment.status !== 'PENDING' && payment.status !== 'OVERDUE')
    return invalid('A cobrança não pode ser removida.');
  const running = [...double.instructions.values()].filter(
    (row) => row.paymentId === payment.id && ['AWAITING_REQUEST', 'SCHEDULED'].includes(row.status),
  );
  if (running.some((row) => isAtBank(row.dueDate, double.now())))
    return invalid('O débito está em andamento.');
  payment.deleted = true;
  if (double.removesInstructions) for (const row of running) row.status = 'CANCELLED';
  emit(double, 'PAYMENT_DELETED', { payment: paymentOnWire(double, payment) });
  return [200, { deleted: true, id: payment.id }];
}

function refund(double: AsaasDouble, payment: DoublePayment): Reply {
  if (payment.status !== 'RECEIVED' && payment.status !== 'CONFIRMED')
    return invalid('A cobrança não pode ser estornada.');
  payment.status = 'REFUNDED';
  payment.refunds = [{ value: payment.value, status: 'DONE' }];
  emit(double, 'PAYMENT_REFUNDED', { payment: paymentOnWire(double, payment) });
  return [200, paymentOnWire(double, payment)];
}
