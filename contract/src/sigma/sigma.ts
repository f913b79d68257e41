/**
 * Calls of another panel («Sigma») that tools for charging, chat and shops already make. A tool
 * works with Ramal after its address and its token were replaced. Paths, field names and statuses
 * are those that such tools expect. Old tools send the key as `token` in the query and read the
 * fields at the top level. Every answer about one object therefore contains its fields twice.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { described, labelled, text } from '../api/fields.ts';
import { translated, wire } from '../api/translated.ts';
import { publicId } from '../storefront/offers.ts';

/** Statuses of a customer that a tool sends. `BANNED` and `INACTIVE` switch the line off. */
export const sentStatuses = ['ACTIVE', 'BANNED', 'INACTIVE'] as const;

const byKeys = { access: { profiles: sellers }, queryToken: true, acceptsForms: true } as const;

/** Errors that all calls may return. Other refusals have the status 400. */
const refusals = ['sigma_refused', 'sigma_customer_not_found'] as const;

const yesNo = z.enum(['YES', 'NO']);
/** Time in ISO 8601 with the offset of the installation. */
const time = () => z.string().meta({ example: '2026-12-20T14:32:00-03:00' });

const user = {
  /** Public id, sent as `userId` when a customer is created. */
  id: z.string().meta({ example: 'q7Rk2mVx9a' }),
  username: z.string(),
};

export const getSigmaUser = endpoint({
  ...byKeys,
  name: 'get-sigma-user',
  method: 'GET',
  path: '/api/webhook/user',
  summary: 'Compatível com o Sigma: o id da conta da chave, pelo usuário dela.',
  query: z.object({ username: text('Usuário', 100).optional() }),
  answer: z.object({ data: z.object(user), ...user }),
  errors: ['sigma_user_not_found'],
});

export const listSigmaPackages = endpoint({
  ...byKeys,
  name: 'list-sigma-packages',
  method: 'GET',
  path: '/api/webhook/package',
  summary: 'Compatível com o Sigma: os planos e testes que a conta vende, com preço em centavos.',
  answer: z.object({
    data: z.array(
      z.object({
        /** Sent as `packageId`. */
        id: z.string().meta({ example: 't6H4pZs1Yw' }),
        name: z.string().meta({ example: 'Completo - 1 mês' }),
        duration: z.int(),
        durationIn: z.enum(['MONTHS', 'HOURS']),
        /** Price for the customer in cents; 0 without a price. */
        planPrice: z.int(),
        credits: z.number(),
        connections: z.int(),
        isTrial: yesNo,
      }),
    ),
  }),
  errors: [],
});

const customer = {
  username: z.string(),
  /** Name at the start of the note; the user name if the note has none. */
  name: z.string(),
  status: z.enum(['ACTIVE', 'EXPIRED', 'BANNED']),
  expiresAt: time(),
  package: z.string(),
  isTrial: yesNo,
  connections: z.int(),
  whatsapp: z.string(),
  note: z.string(),
  /** Page on which the customer renews with user name and password. */
  renewUrl: z.string(),
  /** Playlist. Empty for lines that have none. */
  m3uUrl: z.string(),
};
const aboutCustomer = { data: z.object(customer), ...customer };

export const findSigmaCustomer = endpoint({
  ...byKeys,
  name: 'find-sigma-customer',
  method: 'GET',
  path: '/api/webhook/customer',
  summary:
    'Compatível com o Sigma: um cliente pelo usuário ou, nas linhas próprias, pela anotação ou pelo número. Sem cliente, 400.',
  query: z.object({
    username: text('Usuário', 100).optional(),
    note: text('Anotação', 255).optional(),
  }),
  answer: z.object(aboutCustomer),
  errors: refusals,
});

const created = { ...customer, password: z.string() };

export const createSigmaCustomer = endpoint({
  ...byKeys,
  name: 'create-sigma-customer',
  method: 'POST',
  path: '/api/webhook/customer/create',
  summary:
    'Compatível com o Sigma: cria um cliente oficial ou um teste. A senha é sempre criada pelo painel.',
  keyed: true,
  body: translated({
    userId: wire('userId', publicId('Conta').optional()),
    packageId: wire('packageId', publicId('Pacote')),
    username: text('Usuário', 20).optional(),
    name: text('Nome', 100).optional(),
    whatsapp: described(
      labelled('WhatsApp', z.union([z.string().max(100), z.number()]).transform(String)),
      'Um número que não se entende fica na anotação.',
    ).optional(),
    note: text('Anotação', 150).optional(),
  }),
  answer: z.object({ data: z.object(created), ...created }),
  errors: ['invalid_fields', 'key_credits_a_day', ...refusals],
});

const renewed = {
  ...customer,
  /** Text for the customer with the new expiry. */
  customerRenewConfirmationTemplate: z.string(),
};

export const renewSigmaCustomer = endpoint({
  ...byKeys,
  name: 'renew-sigma-customer',
  method: 'POST',
  path: '/api/webhook/customer/renew',
  summary:
    'Compatível com o Sigma: renova um cliente pelos meses do pacote; um teste vira oficial. Repetida em 10 minutos para o mesmo plano e período, renova uma vez só.',
  keyed: true,
  body: translated({
    username: text('Usuário', 100),
    packageId: wire('packageId', publicId('Pacote')),
    userId: wire('userId', publicId('Conta').optional()),
  }),
  answer: z.object({ data: z.object(renewed), ...renewed }),
  errors: ['invalid_fields', 'key_credits_a_day', ...refusals],
});

export const setSigmaCustomerStatus = endpoint({
  ...byKeys,
  name: 'set-sigma-customer-status',
  method: 'PUT',
  path: '/api/webhook/customer/status',
  summary: 'Compatível com o Sigma: liga (`ACTIVE`) ou desliga (`BANNED`, `INACTIVE`) um cliente.',
  body: z.object({
    username: text('Usuário', 100),
    status: z.enum(sentStatuses).meta({ title: 'Status' }),
  }),
  answer: z.object(aboutCustomer),
  errors: refusals,
});
