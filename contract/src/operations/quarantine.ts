/**
 * Quarantine after a restore: nothing is sent, bought, charged or moved until an admin releases the
 * panel. Source: S-BACKUP.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { flag, freshCode, text } from '../api/fields.ts';

export const releaseQuarantine = endpoint({
  name: 'release-quarantine',
  method: 'POST',
  path: '/api/quarantine/release',
  summary:
    'Libera o painel depois de uma restauração: pagamentos, compras e trocas voltam. As chaves de API de antes são revogadas, a não ser que revoke_keys diga que não.',
  access: { profiles: ['admin'] },
  freshCode: true,
  body: z.object({
    /**
     * True revokes the API keys that were valid at the time of the backup. Otherwise a key that was
     * revoked later would be valid again.
     */
    revokeKeys: flag('Revogar as chaves de API que valem de novo').default(true),
    ...freshCode,
  }),
  answer: z.object({ message: z.string() }),
  errors: ['not_in_quarantine', 'code_2fa_missing', 'code_2fa_wrong', 'too_many_attempts'],
});

export const outsideKinds = ['payment', 'hostname', 'record'] as const;

/**
 * Actions of the panel after an event in another system. The restored data does not contain the
 * event.
 */
const outsideActs = ['deliver', 'adopt', 'take-over'] as const;
export type OutsideAct = (typeof outsideActs)[number];

export const listOutside = endpoint({
  name: 'list-outside',
  method: 'GET',
  path: '/api/quarantine/outside',
  summary:
    'O que houve lá fora desde o momento da cópia, lido agora: pagamentos, nomes comprados e registros de DNS.',
  access: { profiles: ['admin'] },
  answer: z.object({
    sinceTimestamp: z.int(),
    happened: z.array(
      z.object({
        kind: z.enum(outsideKinds),
        /** Key of the event for `settle-outside`. */
        key: z.string(),
        /** Subject of the event: a user name or a hostname. */
        subject: z.string(),
        /** Description of the event: «pagou 1 mês». */
        what: z.string(),
        atTimestamp: z.int().nullable(),
        cents: z.int().nullable(),
        /**
         * Effect that the release of the panel has on this event, or the task that a person must
         * do.
         */
        outcome: z.string(),
        needsPerson: z.boolean(),
        /** Act that `act-outside` can do; null if the panel can do nothing. */
        act: z.enum(outsideActs).nullable(),
        /** True if a person has handled the event. A payment then has no further effect. */
        settled: z.boolean(),
        /** Description of the settlement: «Já renovado à mão». */
        settledAs: z.string(),
      }),
    ),
    /**
     * Number of messages that wait for the release. `overdue` messages have expired and are never
     * sent.
     */
    messages: z.object({ waiting: z.int(), overdue: z.int() }),
    /**
     * Number of API keys from before the restore. The release makes them valid again unless it
     * revokes them.
     */
    keys: z.int(),
    /** Systems that could not be read. Other events may have happened there. */
    unread: z.array(z.object({ where: z.string(), why: z.string() })),
  }),
  errors: ['not_in_quarantine'],
});

export const settleOutside = endpoint({
  name: 'settle-outside',
  method: 'PUT',
  path: '/api/quarantine/settled',
  summary:
    'Diz que alguém já resolveu à mão algo do que houve lá fora, ou volta atrás. Um pagamento resolvido não renova nem credita de novo.',
  access: { profiles: ['admin'] },
  body: z.object({
    ...freshCode,
    kind: z.enum(outsideKinds).meta({ title: 'Tipo' }),
    key: text('O que houve', 253),
    settled: flag('Resolvido'),
  }),
  freshCode: true,
  answer: z.object({ message: z.string() }),
  errors: ['not_in_quarantine'],
});

export const actOutside = endpoint({
  name: 'act-outside',
  method: 'POST',
  path: '/api/quarantine/act',
  summary:
    'Faz agora o que algo de fora pede: entrega um pagamento, põe um nome na lista ou volta um registro ao do painel. Repetido, nada acontece de novo.',
  access: { profiles: ['admin'] },
  body: z.object({
    ...freshCode,
    kind: z.enum(outsideKinds).meta({ title: 'Tipo' }),
    key: text('O que houve', 253),
  }),
  freshCode: true,
  answer: z.object({ message: z.string() }),
  errors: [
    'not_in_quarantine',
    'nothing_to_do_outside',
    'payment_provider_silent',
    'registrar_silent',
    'dns_provider_silent',
    'dns_key_refused',
  ],
});
