/** Files that are made by a task and fetched by a random address (Q-EXPORT, Q-SHEETFMT). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text } from './fields.ts';
import { task } from './tasks.ts';

/** Minutes a finished file can be fetched. */
export const EXPORT_MINUTES = 10;

export const exportStarted = z.object({
  message: z.string(),
  /** Where the file will be; known to nobody else. */
  url: z.string(),
  file: z.string(),
  /** Followed like any long work: the file is there when it is done. */
  task,
});

export const getExport = endpoint({
  name: 'get-export',
  method: 'GET',
  path: '/api/files/:token',
  summary: 'O arquivo de uma exportação, pelo endereço que só quem pediu recebeu.',
  access: 'public',
  params: z.object({ token: text('Endereço', 200) }),
  download: true,
  answer: z.undefined(),
  errors: ['export_not_found', 'export_not_ready'],
});
