/**
 * Files that a task creates. The client downloads a file from a random URL (Q-EXPORT, Q-SHEETFMT).
 */
import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import { text } from './api/fields.ts';
import { task } from './tasks.ts';

/** Number of minutes for which a finished file can be downloaded. */
export const EXPORT_MINUTES = 10;

export const exportStarted = z.object({
  message: z.string(),
  /** URL of the file. Only the account that requested the file receives it. */
  url: z.string(),
  file: z.string(),
  /** Task that creates the file. The file exists after the task is done. */
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
