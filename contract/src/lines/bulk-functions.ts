/**
 * Functions of the settings that change many lines at once (S-SETTINGS-16 to 19, Q-SETNUM). For
 * each function the caller can read how many lines it would change. A run is a batch and can be
 * undone.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { freshCode, idParam, whole } from '../api/fields.ts';
import { batchStarted } from '../batches.ts';
import { taskStates } from '../tasks.ts';

const access = { profiles: ['admin'] } as const;

/** Numbers of the functions in the specification (K-73). */
export const bulkFunctionNumbers = [6, 7, 8, 9] as const;
export type BulkFunctionNumber = (typeof bulkFunctionNumbers)[number];

/** Default value of function 8: number of days after the expiry when a line is deleted. */
export const EXPIRED_DAYS = 90;
const expiredDays = whole('Dias desde o vencimento', 30, 3650).default(EXPIRED_DAYS);

/** Run of a function, or a run that undoes the previous one. */
const bulkFunctionRun = z.object({
  /** Id of the batch that executes the run. */
  id: z.int(),
  taskId: z.int(),
  state: z.enum(taskStates),
  total: z.int(),
  done: z.int(),
  refused: z.int(),
  /** User name of the admin who started the run. */
  by: z.string(),
  /** True if the caller started the run; only that admin may stop it. */
  isMine: z.boolean(),
  startedAtTimestamp: z.int(),
  /** True if this run restores the changes of the previous run. */
  isUndoing: z.boolean(),
  canUndo: z.boolean(),
});
export type BulkFunctionRun = z.output<typeof bulkFunctionRun>;

export const bulkFunction = z.object({
  number: z.union(bulkFunctionNumbers.map((number) => z.literal(number))),
  /** Number of lines that the function would change now. */
  count: z.int(),
  /** Latest run. Null if the function never ran, or if the batch is no longer stored. */
  run: bulkFunctionRun.nullable(),
});
export type BulkFunction = z.output<typeof bulkFunction>;

export const listBulkFunctions = endpoint({
  name: 'list-bulk-functions',
  method: 'GET',
  path: '/api/settings/bulk',
  summary: 'As funções 6 a 9: quantas linhas cada uma mudaria agora, e como foi a última vez.',
  access,
  query: z.object({ days: expiredDays }),
  answer: z.array(bulkFunction),
  errors: [],
});

const start = <const Action extends BulkFunctionNumber>(action: Action, what: string) =>
  endpoint({
    name: `start-bulk-function-${action}`,
    method: 'POST',
    path: '/api/settings',
    action,
    summary: what,
    access,
    keyed: true,
    freshCode: true,
    body: z.object({
      /**
       * Number of lines that the admin confirmed. The run is rejected if it would change more
       * lines.
       */
      count: whole('Linhas', 1).optional(),
      days: expiredDays,
      ...freshCode,
    }),
    answer: batchStarted.extend({ count: z.int() }),
    errors: ['batch_empty', 'selection_changed', 'batches_too_many', 'key_reused'],
  });

export const startBulkFunctions = [
  start(6, 'Desliga todos os testes IPTV que ainda valem.'),
  start(7, 'Religa todos os testes IPTV que estão desligados.'),
  start(8, 'Deleta as linhas IPTV vencidas há mais de `days` dias.'),
  start(9, 'Deleta todos os testes IPTV, também os que ainda valem.'),
] as const;

export const undoBulkFunction = endpoint({
  name: 'undo-bulk-function',
  method: 'POST',
  path: '/api/settings/bulk/:id/undo',
  summary:
    'Desfaz uma função em massa, linha por linha: religa, desliga ou restaura o que ela mudou.',
  access,
  params: idParam,
  keyed: true,
  body: z.object({}),
  answer: batchStarted.extend({ count: z.int() }),
  errors: ['batch_not_found', 'batch_running', 'batch_undone', 'batches_too_many', 'key_reused'],
});
