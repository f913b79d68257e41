/**
 * Batches: an action on many lines that an account requests once, such as an import or a renewal of
 * all filtered lines. A task processes each row exactly once, even if the task is interrupted. Each
 * row stores its outcome, and a stopped batch can be continued. Only the account that requested a
 * batch can see it.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { exportStarted } from './exports.ts';
import { idParam } from './api/fields.ts';
import { pageSchema, pageQuery } from './api/paging.ts';
import { task } from './tasks.ts';

/** Maximum number of waiting and running batches of one account. Few workers serve all accounts. */
export const MAX_BATCHES = 10;

/** Days for which a batch and the outcomes of its rows are stored. */
export const BATCH_DAYS = 30;

const rowOutcomes = ['done', 'refused'] as const;

export const batch = z.object({
  id: z.int(),
  /** Kind of the batch: `extend-lines`, `import-iptv-lines`, … */
  kind: z.string(),
  /** Title on the screen: «Estender 30 dias». */
  title: z.string(),
  total: z.int(),
  done: z.int(),
  refused: z.int(),
  /** Credits that the batch has spent so far. */
  charged: z.number(),
  createdAtTimestamp: z.int(),
  /** Time at which the account undid the whole batch. Absent if it did not. */
  undoneAtTimestamp: z.int().optional(),
  /** The task that runs the batch, or the last task that ran it. */
  task,
});
export type Batch = z.output<typeof batch>;

/** Answer of every call that starts a batch. */
export const batchStarted = z.object({ message: z.string(), batch });

export const batchSorts = [
  'created_at',
  'title',
  'state',
  'total',
  'done',
  'refused',
  'charged',
] as const;
export type BatchSort = (typeof batchSorts)[number];

export const listBatches = endpoint({
  name: 'list-batches',
  method: 'GET',
  path: '/api/batches',
  summary: 'Os trabalhos em lote que você pediu nos últimos 30 dias.',
  access: { profiles },
  query: pageQuery(batchSorts)
    .omit({ search: true })
    .extend({ dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }) }),
  answer: pageSchema(batch),
  errors: [],
});

export const getBatch = endpoint({
  name: 'get-batch',
  method: 'GET',
  path: '/api/batches/:id',
  summary: 'Como anda um trabalho em lote.',
  access: { profiles },
  params: idParam,
  answer: batch.extend({
    /** Reasons of refused rows, the most frequent first. Absent if no row is refused. */
    reasons: z.array(z.object({ reason: z.string(), count: z.int() })).optional(),
    /** Undo of the whole batch, and the seconds in which it is accepted. Absent otherwise. */
    undo: z.object({ id: z.uuid(), secondsLeft: z.number() }).optional(),
  }),
  errors: ['batch_not_found'],
});

export const batchRowSorts = ['number', 'label', 'outcome', 'message', 'charged'] as const;
export type BatchRowSort = (typeof batchRowSorts)[number];

export const listBatchRows = endpoint({
  name: 'list-batch-rows',
  method: 'GET',
  path: '/api/batches/:id/rows',
  summary: 'O que aconteceu com cada linha do lote.',
  access: { profiles },
  params: idParam,
  query: pageQuery(batchRowSorts)
    .omit({ search: true })
    .extend({
      outcome: z
        .enum([...rowOutcomes, 'waiting'])
        .optional()
        .meta({ title: 'Resultado' }),
    }),
  answer: pageSchema(
    z.object({
      number: z.int(),
      /** User name of the line, or the name that the file contains for it. */
      label: z.string(),
      /** The note, which begins with the customer's name; empty for lines outside the account's tree. */
      nota: z.string(),
      outcome: z.enum([...rowOutcomes, 'waiting']),
      /** The result, or the reason of the refusal. */
      message: z.string(),
      charged: z.number(),
      lineId: z.int().nullable(),
    }),
  ),
  errors: ['batch_not_found'],
});

export const exportBatchRows = endpoint({
  name: 'export-batch-rows',
  method: 'POST',
  path: '/api/batches/:id/export',
  summary: 'O resultado de cada linha do lote em uma planilha.',
  access: { profiles },
  params: idParam,
  body: z.object({}),
  answer: exportStarted,
  errors: ['tasks_too_many', 'batch_not_found'],
});

export const continueBatch = endpoint({
  name: 'continue-batch',
  method: 'POST',
  path: '/api/batches/:id/continue',
  summary: 'Retoma um lote parado ou interrompido: o que já foi feito não se repete.',
  access: { profiles },
  params: idParam,
  body: z.object({}),
  answer: batchStarted,
  errors: ['batch_not_found', 'batch_running', 'batch_finished', 'batches_too_many'],
});
