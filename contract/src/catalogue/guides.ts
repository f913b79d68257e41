/**
 * Programme guides in XMLTV format. The server reads a guide from an address every six hours and on
 * request. An admin can also upload a file.
 */
import { z } from 'zod';
import { MAX_LIST_BYTES } from './catalogue-lists.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam, text, webAddress } from '../api/fields.ts';
import { task } from '../tasks.ts';

const admins = { profiles: ['admin'] } as const;
const messageAnswer = z.object({ message: z.string() });

export const MAX_GUIDE_BYTES = 256 * 1024 * 1024;

export const guide = z.object({
  id: z.int(),
  name: z.string(),
  /** Address of the guide; empty if an admin uploads it as a file. */
  address: z.string(),
  channels: z.int(),
  programmes: z.int(),
  /**
   * Number of entries that the last reading did not store, by reason. These entries and
   * `programmes` together are all entries of the file.
   */
  skips: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** Number of channels of the catalogue that have programmes in this guide. */
  matchedChannels: z.int(),
  readAtTimestamp: z.int().nullable(),
  /** End of the last programme in the guide. Null if the guide has no programme. */
  untilTimestamp: z.int().nullable(),
  task: task.nullable(),
});
export type Guide = z.output<typeof guide>;

const guideBody = z.object({ name: text('Nome', 100), address: webAddress('Endereço').optional() });

export const listGuides = endpoint({
  name: 'list-guides',
  method: 'GET',
  path: '/api/catalogue/guides',
  summary: 'Os guias de programação (XMLTV).',
  access: admins,
  answer: z.array(guide),
  errors: [],
});

export const createGuide = endpoint({
  name: 'create-guide',
  method: 'POST',
  path: '/api/catalogue/guides',
  summary: 'Cadastra um guia; com endereço, ele é lido a cada 6 horas.',
  access: admins,
  body: guideBody,
  answer: guide.extend(messageAnswer.shape),
  errors: ['name_taken'],
});

export const editGuide = endpoint({
  name: 'edit-guide',
  method: 'PUT',
  path: '/api/catalogue/guides/:id',
  summary: 'Muda nome ou endereço de um guia.',
  access: admins,
  params: idParam,
  body: guideBody,
  answer: guide.extend(messageAnswer.shape),
  errors: ['guide_not_found', 'name_taken'],
});

export const deleteGuide = endpoint({
  name: 'delete-guide',
  method: 'DELETE',
  path: '/api/catalogue/guides/:id',
  summary: 'Apaga um guia e a programação que veio dele.',
  access: admins,
  params: idParam,
  answer: messageAnswer,
  errors: ['guide_not_found'],
});

export const readGuide = endpoint({
  name: 'read-guide',
  method: 'POST',
  path: '/api/catalogue/guides/:id/read',
  summary: 'Lê o guia no endereço dele agora.',
  access: admins,
  params: idParam,
  answer: task,
  errors: ['guide_not_found', 'address_missing', 'guide_running', 'tasks_too_many'],
});

export const readGuideFile = endpoint({
  name: 'read-guide-file',
  method: 'POST',
  path: '/api/catalogue/guides/:id/file',
  summary: 'Recebe o guia como arquivo XMLTV, também comprimido com gzip.',
  access: admins,
  params: idParam,
  upload: { maxBytes: MAX_LIST_BYTES },
  answer: task,
  errors: ['guide_not_found', 'guide_running', 'body_too_large', 'tasks_too_many'],
});
