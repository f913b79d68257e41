/** Long work that an account requests and observes: imports, checks, exports and batches. */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { idParam } from './api/fields.ts';

export const taskStates = ['waiting', 'running', 'done', 'failed', 'stopped'] as const;
export type TaskState = (typeof taskStates)[number];

/** Maximum number of waiting and running exports, imports and checks of one account. */
export const MAX_TASKS = 5;

export const task = z.object({
  id: z.int(),
  /** Kind of work: `import-read`, `import-apply`, … */
  kind: z.string(),
  state: z.enum(taskStates),
  /** Number of finished items. `total` is the number of all items, and 0 while unknown. */
  done: z.int(),
  total: z.int(),
  /** Message about the progress, or about the failure. */
  message: z.string(),
  createdAtTimestamp: z.int(),
  finishedAtTimestamp: z.int().nullable(),
});
export type Task = z.output<typeof task>;

export const getTask = endpoint({
  name: 'get-task',
  method: 'GET',
  path: '/api/tasks/:id',
  summary: 'Como anda um trabalho demorado que você pediu.',
  access: { profiles },
  params: idParam,
  answer: task,
  errors: ['task_not_found'],
});

export const stopTask = endpoint({
  name: 'stop-task',
  method: 'POST',
  path: '/api/tasks/:id/stop',
  summary: 'Pede que o trabalho pare; o que já foi feito fica.',
  access: { profiles },
  params: idParam,
  answer: task,
  errors: ['task_not_found'],
});
