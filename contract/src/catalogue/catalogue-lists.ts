/**
 * Lists (M3U) that fill the catalogue. An admin imports each list after a preview of its changes.
 */
import { z } from 'zod';
import { streamKinds } from './catalogue.ts';
import { MAX_HEADERS_LENGTH, MAX_HEADERS, parseHeaderLines } from './source-headers.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, idParam, text, webAddress } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { task } from '../tasks.ts';

const admins = { profiles: ['admin'] } as const;
const messageAnswer = z.object({ message: z.string() });

export const MAX_LIST_BYTES = 64 * 1024 * 1024;
export const MAX_ENTRIES = 200_000;

/** Result for each entry in a preview. A `refused` entry has a reason and is never imported. */
export const entryResults = ['new', 'changed', 'gone', 'same', 'refused'] as const;
export type EntryResult = (typeof entryResults)[number];

const counts = z.object({
  new: z.int(),
  changed: z.int(),
  gone: z.int(),
  same: z.int(),
  refused: z.int(),
});

/**
 * States of an import: reading → ready → applying → applied. In the state `ready` the preview can
 * be read. An import can also end as failed or discarded.
 */
export const importStates = [
  'reading',
  'ready',
  'applying',
  'applied',
  'failed',
  'discarded',
] as const;

export const listImport = z.object({
  id: z.int(),
  listId: z.int(),
  state: z.enum(importStates),
  counts,
  /** Number of values and options of the list that are not imported, by reason. */
  skips: z.array(z.object({ reason: z.string(), count: z.int() })).optional(),
  /** The running task, or the last task. */
  task: task.nullable(),
  createdAtTimestamp: z.int(),
  appliedAtTimestamp: z.int().nullable(),
});
export type ListImport = z.output<typeof listImport>;

export const sourceList = z.object({
  id: z.int(),
  name: z.string(),
  /** Address of the list; empty if an admin uploads it as a file. */
  address: z.string(),
  /** Request headers for the list and its streams, one `Name: value` per text line. */
  headers: z.string(),
  /**
   * True if several entries of the same channel become further sources of one channel. Otherwise
   * each entry becomes a channel.
   */
  joinsChannels: z.boolean(),
  channels: z.int(),
  films: z.int(),
  episodes: z.int(),
  lastImport: listImport.nullable(),
});
export type SourceList = z.output<typeof sourceList>;

const wrongLine = (line: string): string =>
  `Escreva cada linha como «User-Agent: VLC/3.0». Esta não pode ser usada: ${line.slice(0, 60)}`;

/** Request headers, one `Name: value` per text line. */
export const headerLines = text('Cabeçalhos', MAX_HEADERS_LENGTH).superRefine((value, issues) => {
  const { headers, wrong } = parseHeaderLines(value);
  if (wrong !== undefined) issues.addIssue({ code: 'custom', message: wrongLine(wrong) });
  else if (Object.keys(headers).length > MAX_HEADERS)
    issues.addIssue({
      code: 'custom',
      message: `Escreva no máximo ${MAX_HEADERS} cabeçalhos.`,
    });
});

const listBody = z.object({
  name: text('Nome', 100),
  address: webAddress('Endereço').optional(),
  headers: headerLines.optional(),
  joinsChannels: flag('Juntar canais repetidos').optional(),
});

export const listSourceLists = endpoint({
  name: 'list-source-lists',
  method: 'GET',
  path: '/api/catalogue/lists',
  summary: 'As listas M3U que alimentam o catálogo.',
  access: admins,
  answer: z.array(sourceList),
  errors: [],
});

export const createSourceList = endpoint({
  name: 'create-source-list',
  method: 'POST',
  path: '/api/catalogue/lists',
  summary: 'Cadastra uma lista M3U; nada é importado ainda.',
  access: admins,
  body: listBody,
  answer: sourceList.extend(messageAnswer.shape),
  errors: ['name_taken'],
});

export const editSourceList = endpoint({
  name: 'edit-source-list',
  method: 'PUT',
  path: '/api/catalogue/lists/:id',
  summary: 'Muda o nome ou o endereço da lista.',
  access: admins,
  params: idParam,
  body: listBody,
  answer: sourceList.extend(messageAnswer.shape),
  errors: ['list_not_found', 'name_taken'],
});

export const deleteSourceList = endpoint({
  name: 'delete-source-list',
  method: 'DELETE',
  path: '/api/catalogue/lists/:id',
  summary: 'Apaga a lista e tudo o que veio dela.',
  access: admins,
  params: idParam,
  answer: messageAnswer,
  errors: ['list_not_found', 'import_running'],
});

export const importFromAddress = endpoint({
  name: 'import-from-address',
  method: 'POST',
  path: '/api/catalogue/lists/:id/imports',
  summary: 'Busca a lista no endereço dela e mostra o que mudaria, sem mudar nada.',
  access: admins,
  params: idParam,
  answer: listImport,
  errors: ['list_not_found', 'address_missing', 'import_running', 'tasks_too_many'],
});

export const importFromFile = endpoint({
  name: 'import-from-file',
  method: 'POST',
  path: '/api/catalogue/lists/:id/file',
  summary: 'Recebe a lista como arquivo e mostra o que mudaria, sem mudar nada.',
  access: admins,
  params: idParam,
  upload: { maxBytes: MAX_LIST_BYTES },
  answer: listImport,
  errors: ['list_not_found', 'import_running', 'body_too_large', 'tasks_too_many'],
});

export const getImport = endpoint({
  name: 'get-import',
  method: 'GET',
  path: '/api/catalogue/imports/:id',
  summary: 'Em que pé está uma importação e o que ela mudaria.',
  access: admins,
  params: idParam,
  answer: listImport,
  errors: ['import_not_found'],
});

const importEntry = z.object({
  position: z.int(),
  result: z.enum(entryResults),
  kind: z.enum(streamKinds),
  name: z.string(),
  category: z.string(),
  /** Changed fields with their old and new values. Present only for changed entries. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /**
   * Reason why the entry is rejected, or why it becomes a further source. Empty for other entries.
   */
  reason: z.string(),
});
export type ImportEntry = z.output<typeof importEntry>;

export const importEntrySorts = [
  'position',
  'name',
  'kind',
  'category',
  'changes',
  'reason',
] as const;
export type ImportEntrySort = (typeof importEntrySorts)[number];

export const listImportEntries = endpoint({
  name: 'list-import-entries',
  method: 'GET',
  path: '/api/catalogue/imports/:id/entries',
  summary: 'O que a importação mudaria, linha por linha.',
  access: admins,
  params: idParam,
  query: pageQuery(importEntrySorts).extend({
    result: z.enum(entryResults).optional().meta({ title: 'Situação' }),
    kind: z.enum(streamKinds).optional().meta({ title: 'Tipo' }),
  }),
  answer: pageSchema(importEntry),
  errors: ['import_not_found'],
});

export const applyImport = endpoint({
  name: 'apply-import',
  method: 'POST',
  path: '/api/catalogue/imports/:id/apply',
  summary: 'Aplica a importação ao catálogo; o que sumiu da lista pode sair do ar ou ficar.',
  access: admins,
  params: idParam,
  body: z.object({ hideGone: flag('Esconder o que sumiu').default(true) }),
  answer: listImport,
  errors: ['import_not_found', 'import_not_ready', 'import_running', 'tasks_too_many'],
});

export const discardImport = endpoint({
  name: 'discard-import',
  method: 'DELETE',
  path: '/api/catalogue/imports/:id',
  summary: 'Joga fora uma importação que ainda não foi aplicada.',
  access: admins,
  params: idParam,
  answer: messageAnswer,
  errors: ['import_not_found', 'import_running', 'import_not_ready'],
});
