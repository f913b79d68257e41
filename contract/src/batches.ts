/**
 * One act on many lines, asked for once: an import, a renewal of all that a filter shows. It is done row
 * by row by a task, each row once however often the task is broken off; every row says how it ended, and
 * what was stopped can be gone on with. A batch is seen by whoever asked for it alone.
 */
import { z } from 'zod';
import { profiles } from './access.ts';
import { endpoint } from './endpoint.ts';
import { exportStarted } from './exports.ts';
import { idParam } from './fields.ts';
import { pageOf, pageQuery } from './paging.ts';
import { task } from './tasks.ts';

/** So many rows at most are asked for at once. */
export const LARGEST_BATCH = 20_000;

/** So many of one account wait or run at the same time: the work of all is done by few. */
export const MOST_BATCHES = 10;

/** Days a batch and what became of its rows are kept. */
export const BATCH_DAYS = 30;

export const rowOutcomes = ['done', 'refused'] as const;

export const batch = z.object({
  id: z.int(),
  /** `extend-lines`, `import-iptv-lines`, … */
  kind: z.string(),
  /** «Estender 30 dias» */
  title: z.string(),
  total: z.int(),
  done: z.int(),
  refused: z.int(),
  /** Credits spent by it so far. */
  charged: z.number(),
  created_at_timestamp: z.int(),
  /** The work that is doing it, or did last: followed and stopped like any. */
  task,
});
export type Batch = z.output<typeof batch>;

/** What every call that begins a batch answers. */
export const batchStarted = z.object({ message: z.string(), batch });

export const listBatches = endpoint({
  name: 'list-batches',
  method: 'GET',
  path: '/api/batches',
  summary: 'Os trabalhos em lote que você pediu nos últimos 30 dias.',
  access: { profiles },
  query: pageQuery(['created_at']).omit({ search: true, sort: true, dir: true }),
  answer: pageOf(batch),
  errors: [],
});

export const getBatch = endpoint({
  name: 'get-batch',
  method: 'GET',
  path: '/api/batches/:id',
  summary: 'Como anda um trabalho em lote.',
  access: { profiles },
  params: idParam,
  answer: batch,
  errors: ['batch_not_found'],
});

export const listBatchRows = endpoint({
  name: 'list-batch-rows',
  method: 'GET',
  path: '/api/batches/:id/rows',
  summary: 'O que aconteceu com cada linha do lote.',
  access: { profiles },
  params: idParam,
  query: pageQuery(['number'])
    .omit({ search: true, sort: true, dir: true })
    .extend({
      outcome: z
        .enum([...rowOutcomes, 'waiting'])
        .optional()
        .meta({ title: 'Resultado' }),
    }),
  answer: pageOf(
    z.object({
      number: z.int(),
      /** The line's user name, or what the file called it. */
      label: z.string(),
      outcome: z.enum([...rowOutcomes, 'waiting']),
      /** What was done, or why it was not. */
      message: z.string(),
      charged: z.number(),
      line_id: z.int().nullable(),
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
  errors: ['batch_not_found'],
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
