/**
 * Import of a customer file (CSV or xlsx) into the caller's lines. The file is read once, and its
 * columns are mapped to fields. A preview validates every row and shows the cost. Then a batch
 * imports the rows. Only the sender can see the file. It is deleted after a day, because it
 * contains passwords. Rules: Q-MIGFREE for the cost, Q-MIGURL for addresses.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { batchStarted } from '../batches.ts';
import { endpoint } from '../api/endpoint.ts';
import { day, flag, id, idParam, regPassword, text, whole } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { MAX_FILE_COLUMNS } from '../rules/batch-bounds.ts';
import { platformKeys } from '../rules/platforms.ts';
import { dayOrders } from '../rules/written-dates.ts';

export const MAX_LINE_FILE_BYTES = 8 * 1024 * 1024;

/** Number of hours after which a file is deleted if it was not imported. */
export const LINE_FILE_HOURS = 24;

/**
 * Fields that a column can contain. `url` is a playlist URL with user name and password. The server
 * never fetches it.
 */
export const fileFields = [
  'username',
  'password',
  'due',
  'note',
  'whatsapp',
  'plan',
  'url',
] as const;
export type FileField = (typeof fileFields)[number];

/** Position of the column for a field, from 0. Absent if no column contains the field. */
const columnIndex = whole('Coluna', 0, MAX_FILE_COLUMNS - 1).optional();
const fieldColumns = z.object({
  username: columnIndex,
  password: columnIndex,
  due: columnIndex,
  note: columnIndex,
  whatsapp: columnIndex,
  plan: columnIndex,
  url: columnIndex,
} satisfies Record<FileField, typeof columnIndex>);
export type FieldColumns = z.output<typeof fieldColumns>;

export const filePlan = z.object({
  platform: z.enum(platformKeys).meta({ title: 'Plataforma' }),
  /** True if the first row contains the titles of the columns. */
  hasHeader: flag('A primeira linha tem os títulos'),
  columns: fieldColumns.meta({ title: 'Colunas' }),
  /** Package or product for rows that contain none. */
  package: id('Pacote').optional(),
  productid: id('Pacote').optional(),
  /** Due date for rows that contain none. */
  dueDate: day('Vencimento').optional(),
  /**
   * Order of day and month in the dates of the file. If absent, all dates of the column together
   * determine the order (Q-IMPORTDATES).
   */
  dayOrder: z.enum(dayOrders).optional().meta({ title: 'Ordem de dia e mês' }),
});
export type FilePlan = z.output<typeof filePlan>;

export const fileResult = z.object({
  /** Number of rows that contain a customer. */
  total: z.int(),
  ok: z.int(),
  refused: z.int(),
  /** Total cost in credits of all rows that will be imported. */
  cost: z.number(),
  balance: z.number(),
  balanceAfter: z.number(),
  /**
   * Number of the first row that the balance does not cover. Null if the balance covers all rows.
   */
  firstUnpaid: z.int().nullable(),
  /**
   * Order of day and month in numeric dates. `undecided` means that both orders are possible, or
   * that rows contradict each other. The affected rows are rejected until `day_order` is sent.
   * Absent if no date depends on the order.
   */
  dueOrder: z.enum([...dayOrders, 'undecided']).optional(),
  /** Reasons of refused rows, the most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
});
export type FileResult = z.output<typeof fileResult>;

const lineFile = z.object({
  id: z.int(),
  name: z.string(),
  /** Number of rows that are not empty. The header row counts too. */
  rows: z.int(),
  /**
   * Number of the first non-empty row in the file. Text above this row, such as a title, is
   * ignored.
   */
  firstRow: z.int(),
  /** Title of each column from the first row, and samples from the next rows. */
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
  guess: z.object({ hasHeader: z.boolean(), columns: fieldColumns }),
  /** Plan of the last preview. Null before the first preview. */
  plan: filePlan.nullable(),
  result: fileResult.nullable(),
  /** Id of the batch that imported the file; null before the import. */
  batchId: z.int().nullable(),
  forgottenAtTimestamp: z.int(),
});
export type LineFile = z.output<typeof lineFile>;

const access = { profiles: sellers } as const;
const about = { access, params: idParam } as const;

export const uploadLineFile = endpoint({
  name: 'upload-line-file',
  method: 'POST',
  path: '/api/line-files',
  summary:
    'Recebe um arquivo CSV ou xlsx de clientes e diz o que há em cada coluna; nada é criado.',
  access,
  query: z.object({ name: text('Arquivo', 200).default('Arquivo') }),
  upload: { maxBytes: MAX_LINE_FILE_BYTES },
  answer: lineFile,
  errors: ['line_file_busy', 'line_file_unreadable', 'body_too_large', 'too_many_attempts'],
});

export const getLineFile = endpoint({
  ...about,
  name: 'get-line-file',
  method: 'GET',
  path: '/api/line-files/:id',
  summary: 'Um arquivo enviado: colunas, como foi conferido por último e quanto custaria.',
  answer: lineFile,
  errors: ['line_file_not_found'],
});

export const validateLineFile = endpoint({
  ...about,
  name: 'validate-line-file',
  method: 'PUT',
  path: '/api/line-files/:id/plan',
  summary: 'Confere cada linha do arquivo: o que seria importado, o que não e por quê, e o custo.',
  body: filePlan.extend({ regPassword: regPassword }),
  answer: lineFile,
  errors: [
    'line_file_not_found',
    'line_file_imported',
    'package_missing',
    'package_unknown',
    'platform_off',
    'limit_platform',
  ],
});

const fileRow = z.object({
  /** Number of the row in the file, from 1. */
  number: z.int(),
  username: z.string(),
  /** Expiry, dd/mm/yyyy hh:mm; empty if the date could not be read. */
  due: z.string(),
  note: z.string(),
  /** Reason why the row will not be imported; empty for a row that will be imported. */
  reason: z.string(),
  cost: z.number(),
});
export type FileRow = z.output<typeof fileRow>;

/**
 * Columns that sort the rows. `result` sorts by whether a row is imported. `reason` sorts by the
 * text that the column of reasons and notes shows.
 */
export const fileRowSorts = ['number', 'username', 'result', 'due', 'reason', 'cost'] as const;
export type FileRowSort = (typeof fileRowSorts)[number];

export const listLineFileRows = endpoint({
  ...about,
  name: 'list-line-file-rows',
  method: 'GET',
  path: '/api/line-files/:id/rows',
  summary: 'O que aconteceria com cada linha do arquivo, como foi conferido por último.',
  query: pageQuery(fileRowSorts)
    .omit({ search: true })
    .extend({ result: z.enum(['ok', 'refused']).optional().meta({ title: 'Situação' }) }),
  answer: pageSchema(fileRow),
  errors: ['line_file_not_found'],
});

export const importLineFile = endpoint({
  ...about,
  name: 'import-line-file',
  method: 'POST',
  path: '/api/line-files/:id/import',
  summary:
    'Importa as linhas aprovadas na conferência, uma a uma, em um lote que pode ser seguido.',
  keyed: true,
  body: z.object({ regPassword: regPassword }),
  answer: batchStarted,
  errors: [
    'line_file_not_found',
    'line_file_imported',
    'line_file_not_checked',
    'batches_too_many',
    'platform_off',
    'key_reused',
  ],
});

export const discardLineFile = endpoint({
  ...about,
  name: 'discard-line-file',
  method: 'DELETE',
  path: '/api/line-files/:id',
  summary: 'Joga fora um arquivo enviado, com tudo o que foi lido dele.',
  answer: z.object({ message: z.string() }),
  errors: ['line_file_not_found'],
});
