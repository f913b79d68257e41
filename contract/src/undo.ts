/**
 * Undo of an act within seconds. An act that can be undone returns `undoId`. The undo is an act of
 * its own, with its event and counter-entry. The specification has no such call.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { timestamp, translated, wire } from './api/translated.ts';
import { SECOND_MS } from './rules/durations.ts';

/** Time in which a screen offers the undo. */
export const UNDO_SHOWN_MS = 10 * SECOND_MS;

/** Time in which the server accepts the undo. The difference is for the network. */
export const UNDO_ACCEPTED_MS = 15 * SECOND_MS;

/** An act that costs more hundredths of a credit cannot be undone. */
export const MAX_UNDO_HUNDREDTHS = 1_000;

/**
 * Acts for which an account may choose «desfazer em vez de perguntar». Without the choice the panel
 * asks first (S-PROD-13).
 */
export const chosenUndoActs = ['renew', 'toggle', 'end-of-day', 'trust'] as const;
export type ChosenUndoAct = (typeof chosenUndoActs)[number];

/** Field of the answer of an act that can be undone. Absent if it cannot. */
export const undoField = { undoId: z.uuid().optional() };

export const undoAct = endpoint({
  name: 'undo-act',
  method: 'POST',
  path: '/api/undo/:id',
  summary:
    'Desfaz, em até 15 segundos, um ato da própria conta: o vencimento, os créditos e os dados voltam a ser os de antes.',
  access: { profiles },
  keyed: true,
  params: z.object({ id: z.uuid().meta({ title: 'ID' }) }),
  body: z.object({}),
  answer: z.object({
    message: z.string(),
    /** Lines of the act, as they are after the undo. */
    lines: z.array(translated({ id: z.int(), expiresAt: wire('exp_date_timestamp', timestamp) })),
    /** Balance after the undo; null for an admin. Absent if the act cost nothing. */
    balance: z.number().nullish(),
  }),
  errors: ['undo_not_found', 'undo_over', 'undo_changed', 'undo_done', 'key_reused'],
});

export const saveUndoChoices = endpoint({
  name: 'save-undo-choices',
  method: 'PUT',
  path: '/api/undo-choices',
  summary: 'Guarda em quais atos a conta prefere desfazer em vez de confirmar antes.',
  access: { profiles },
  body: z.object({
    acts: z.array(z.enum(chosenUndoActs)).max(chosenUndoActs.length).meta({ title: 'Atos' }),
  }),
  answer: z.object({ message: z.string(), acts: z.array(z.enum(chosenUndoActs)) }),
  errors: [],
});
