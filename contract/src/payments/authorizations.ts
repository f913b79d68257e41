/**
 * Authorizations of recurring Pix, as the seller sees them. With an authorization the customer's
 * line renews automatically. The calls list authorizations, read the authorization and history of a
 * line, and end an authorization.
 */
import { z } from 'zod';
import { profiles, sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam, labelled } from '../api/fields.ts';
import { pageQuery, pageSchema } from '../api/paging.ts';
import { exportStarted } from '../exports.ts';
import { providerKinds } from './payment-providers.ts';
import { platformKeys } from '../rules/platforms.ts';
import {
  authorizationEnds,
  authorizationStatuses,
  cycleStates,
  refusalReasons,
} from '../rules/payments/recurring-pix.ts';

const moment = z.int().nullable();
/** Day as yyyy-mm-dd. */
const dayText = z.string();

const refusal = z.object({
  reason: z.enum(refusalReasons),
  /** Text for the seller: «Sem saldo na conta». */
  text: z.string(),
  /** Day of the refused debit. */
  on: dayText,
  /** Day of the next try; null if the bank does not try again. */
  retryOn: dayText.nullable(),
});

const row = {
  id: z.int(),
  lineId: z.int(),
  platform: z.enum(platformKeys),
  username: z.string(),
  /** Name of the customer, or the user name if the name is unknown. */
  name: z.string(),
  whatsapp: z.string().nullable(),
  /** Masked CPF of the payer. */
  cpf: z.string(),
  status: z.enum(authorizationStatuses),
  /** Amount in R$ of each monthly debit. */
  value: z.number(),
  expiresTimestamp: z.int(),
  authorizedTimestamp: moment,
  /** Time until which the code of a waiting authorization can be paid. */
  codeUntilTimestamp: moment,
  /** Next charge; null if none is planned. */
  next: z
    .object({
      dueOn: dayText,
      state: z.enum(cycleStates),
      /** Day on which the instruction is sent to the bank. */
      sendsOn: dayText,
    })
    .nullable(),
  refusal: refusal.nullable(),
  endedTimestamp: moment,
  endedBy: z.enum(authorizationEnds).nullable(),
};
const authorizationRow = z.object(row);
export type AuthorizationRow = z.output<typeof authorizationRow>;

export const authorizationSorts = ['next', 'name', 'value', 'expires', 'authorized'] as const;
export type AuthorizationSort = (typeof authorizationSorts)[number];

const filter = {
  status: labelled('Status', z.enum(authorizationStatuses).optional()),
};

export const listAuthorizations = endpoint({
  name: 'list-authorizations',
  method: 'GET',
  path: '/api/recurring-pix',
  summary: 'Os clientes que renovam sozinhos: as recusadas primeiro, depois pela data.',
  access: { profiles: sellers },
  query: pageQuery(authorizationSorts).extend(filter),
  answer: pageSchema(authorizationRow).extend({
    counts: z.object({
      all: z.int(),
      refused: z.int(),
      active: z.int(),
      waiting: z.int(),
      ended: z.int(),
    }),
    figures: z.object({
      /** Month of `monthValue` as yyyy-mm. */
      month: z.string(),
      /** Total in R$ of the charges of the month, both paid and expected. */
      monthValue: z.number(),
      weekValue: z.number(),
      weekCharges: z.int(),
      weekScheduled: z.int(),
      refusedValue: z.number(),
      portalCredits: z.number(),
      /**
       * Last day of the month until which the portal credits pay for the renewals. Null if they pay
       * for the whole month.
       */
      creditsUntil: dayText.nullable(),
      /**
       * Number of credits that are missing for the renewals of the month; 0 if the credits are
       * sufficient.
       */
      creditsMissing: z.number(),
    }),
    /** `not-eligible` means that no provider of the account offers recurring Pix. */
    offer: z.enum(['on', 'off', 'not-eligible']),
  }),
  errors: [],
});

export const exportAuthorizations = endpoint({
  name: 'export-authorizations',
  method: 'POST',
  path: '/api/recurring-pix/export',
  summary: 'Gera a planilha Pix Automatico.xlsx.',
  access: { profiles: sellers },
  body: z.object(filter),
  answer: exportStarted,
  errors: ['tasks_too_many', 'nothing_to_export'],
});

const lineAuthorization = z.object({
  ...row,
  payerName: z.string(),
  /** Provider that collects the debits. Null for the test provider, which moves no money. */
  provider: z.enum(providerKinds).nullable(),
  /** Last day on which the customer may still stop the next charge. */
  customerStopsUntil: dayText.nullable(),
  /** New expiry after the next charge. */
  nextExpiresTimestamp: moment,
  /** Portal credits that each renewal costs. `portalCredits` is the number that the account has. */
  credits: z.number(),
  portalCredits: z.number(),
  /** Current price in R$ if it differs from the authorised value; null otherwise. */
  newValue: z.number().nullable(),
});

export const getLineAuthorization = endpoint({
  name: 'get-line-authorization',
  method: 'GET',
  path: '/api/lines/:id/recurring-pix',
  summary: 'A autorização com que uma linha renova sozinha, ou a última que houve.',
  access: { profiles },
  params: idParam,
  answer: z.object({ authorization: lineAuthorization.nullable() }),
  errors: ['line_not_found'],
});

export const endAuthorization = endpoint({
  name: 'end-authorization',
  method: 'POST',
  path: '/api/recurring-pix/:id/end',
  summary: 'Encerra uma autorização. O cliente é avisado e passa a pagar à mão.',
  access: { profiles },
  params: idParam,
  body: z.object({}),
  answer: z.object({ message: z.string() }),
  reachesOut: true,
  errors: ['in_quarantine', 'authorization_not_found', 'authorization_ended'],
});

const historyEntry = z.object({
  kind: z.enum(['authorized', 'first-payment', 'charge', 'retry', 'ended']),
  /** Day of the debit, or of the event. */
  on: dayText,
  /** State of a charge or try; null for other entries. */
  state: z.enum(cycleStates).nullable(),
  /** Amount in R$; null for entries without money. */
  value: z.number().nullable(),
  /** Portuguese text: reason of a refusal, of a skip or of the end; empty without one. */
  text: z.string(),
  /** Code of the provider; empty without one. */
  code: z.string(),
  paidTimestamp: moment,
});

export const listAuthorizationHistory = endpoint({
  name: 'list-authorization-history',
  method: 'GET',
  path: '/api/recurring-pix/:id/history',
  summary: 'As cobranças e tentativas de uma autorização, a mais nova primeiro, no máximo cem.',
  access: { profiles },
  params: idParam,
  answer: z.array(historyEntry),
  errors: ['authorization_not_found'],
});

export const createAuthorizationLink = endpoint({
  name: 'create-authorization-link',
  method: 'POST',
  path: '/api/recurring-pix/:id/link',
  summary:
    'Cria um link para o cliente pagar a cobrança recusada ou autorizar de novo, com a mensagem pronta.',
  access: { profiles },
  params: idParam,
  body: z.object({
    about: labelled('Assunto', z.enum(['payment', 'authorization'])),
  }),
  answer: z.object({
    url: z.string(),
    expiresTimestamp: z.int(),
    message: z.string(),
    whatsapp: z.string().nullable(),
  }),
  errors: ['authorization_not_found', 'line_not_found'],
});
