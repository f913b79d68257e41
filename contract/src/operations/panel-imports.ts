/**
 * Import from another panel. The source is a MySQL dump of XUI.ONE, XC_VM or Xtream Codes, or a
 * registered line server. The server reads and checks the source, and then a task imports the rows.
 * The task can be stopped and continued, and a finished import can be undone. Every row of a source
 * panel is imported only once.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { day, freshCode, id, idParam, searchText, text, whole } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { task } from '../tasks.ts';

const admins = { profiles: ['admin'] } as const;

/** Maximum size of the uploaded file. The content of a gzipped file may be larger. */
export const MAX_DUMP_BYTES = 2 * 1024 ** 3;
/** Days after which the rows are deleted, because they contain passwords. */
export const PANEL_IMPORT_DAYS = 7;

/** `interrupted` means that a server was not read completely. Reading can continue. */
const panelImportStates = [
  'reading',
  'interrupted',
  'ready',
  'applying',
  'applied',
  'undoing',
  'undone',
  'forgotten',
] as const;
export type PanelImportState = (typeof panelImportStates)[number];

const panelSources = ['dump', 'server'] as const;
export type PanelSource = (typeof panelSources)[number];

export const importedKinds = ['reseller', 'line'] as const;
export type ImportedKind = (typeof importedKinds)[number];

/** `new` will be created, `same` was imported before, `left` is skipped. */
export const panelRowResults = ['new', 'same', 'left'] as const;
export type PanelRowResult = (typeof panelRowResults)[number];

export const panelOutcomes = ['brought', 'refused', 'undone', 'stays'] as const;
export type PanelOutcome = (typeof panelOutcomes)[number];

const MAX_MAPPED = 2000;
const mapped = z
  .array(z.object({ there: whole('Número de lá', 1), here: whole('Aqui', 1) }))
  .max(MAX_MAPPED);

export const panelPlan = z.object({
  /**
   * Account that becomes the parent of resellers without one, and the owner of lines without one.
   */
  owner: whole('Conta', 1),
  packages: mapped.meta({ title: 'Pacotes' }),
  bouquets: mapped.meta({ title: 'Bouquets' }),
  /**
   * Package for lines whose own package and bouquets have no counterpart in this panel. If absent,
   * these lines are skipped.
   */
  defaultPackage: id('Pacote').optional(),
  /** Value of one credit of the source panel, in hundredths of a credit of this panel. */
  creditHundredths: whole('Créditos', 0, 10_000).default(100),
  /**
   * Expiry date for lines that have no expiry in the source. If absent, these lines are skipped.
   */
  endlessDay: day('Vencimento').optional(),
  /** Lines that expired more than this number of days ago are skipped. */
  expiredDays: whole('Dias', 0, 3650).default(30),
});
export type PanelPlan = z.output<typeof panelPlan>;

const countsOf = <T extends z.ZodType>(value: T) =>
  z.object({ reseller: value, line: value } satisfies Record<ImportedKind, T>);

const panelImportResult = z.object({
  counts: countsOf(z.object({ new: z.int(), same: z.int(), left: z.int() })),
  /** Credits issued to the resellers that the import will create. */
  credits: z.number(),
  /** Reasons of skipped rows, the most frequent first. */
  reasons: z.array(z.object({ kind: z.enum(importedKinds), reason: z.string(), count: z.int() })),
});

export const panelImport = z.object({
  id: z.int(),
  name: z.string(),
  /** Name of the source panel. A row that was imported under this name is not imported again. */
  panel: z.string(),
  source: z.enum(panelSources),
  /** Line server that was read. Null for a dump, and null after the server was deleted. */
  server: z.object({ id: z.int(), name: z.string() }).nullable(),
  state: z.enum(panelImportStates),
  resellers: z.int(),
  lines: z.int(),
  /** Number of administrators in the source, which are not imported. */
  admins: z.int(),
  /**
   * Number of rows and values that the import ignores, by reason. The list of rows with a result
   * does not contain them.
   */
  skips: z.array(z.object({ reason: z.string(), count: z.int() })),
  /**
   * Packages of the source with their number of lines, and the existing mapping to packages of this
   * panel.
   */
  packages: z.array(
    z.object({
      there: z.int(),
      name: z.string(),
      screens: z.int(),
      lines: z.int(),
      here: z.int().nullable(),
    }),
  ),
  bouquets: z.array(
    z.object({ there: z.int(), name: z.string(), lines: z.int(), here: z.int().nullable() }),
  ),
  /** Number of lines without a package. */
  withoutPackage: z.int(),
  plan: panelPlan.nullable(),
  result: panelImportResult.nullable(),
  outcomes: countsOf(
    z.object({ brought: z.int(), refused: z.int(), undone: z.int(), stays: z.int() }),
  ),
  task: task.nullable(),
  createdAtTimestamp: z.int(),
  forgottenAtTimestamp: z.int(),
});
export type PanelImport = z.output<typeof panelImport>;

export const listPanelImports = endpoint({
  name: 'list-panel-imports',
  method: 'GET',
  path: '/api/panel-imports',
  summary: 'As mudanças de painel: dumps enviados e servidores lidos, do mais novo ao mais antigo.',
  access: admins,
  answer: z.object({
    imports: z.array(
      panelImport.pick({ id: true, name: true, panel: true, state: true }).extend({
        createdAtTimestamp: z.int(),
      }),
    ),
  }),
  errors: [],
});

export const uploadPanelDump = endpoint({
  name: 'upload-panel-dump',
  method: 'POST',
  path: '/api/panel-imports',
  summary:
    'Recebe o dump MySQL de outro painel, sem compressão ou em gzip, zip ou xz, e mostra o que há nele.',
  access: admins,
  query: z.object({
    name: text('Arquivo', 200).default('dump.sql'),
    panel: text('Painel de origem', 60),
  }),
  upload: { maxBytes: MAX_DUMP_BYTES },
  answer: panelImport,
  errors: ['panel_dump_unreadable', 'body_too_large'],
});

export const pullPanelImport = endpoint({
  name: 'pull-panel-import',
  method: 'POST',
  path: '/api/panel-imports/pull',
  summary:
    'Lê as revendas, os pacotes e as linhas de um servidor XUI cadastrado. Interrompida, a leitura continua.',
  access: admins,
  reachesOut: true,
  body: z.object({
    server: whole('Servidor', 1),
    /** Default: the name of the previous import from this server, or the server's name. */
    panel: text('Painel de origem', 60).optional(),
  }),
  answer: panelImport,
  errors: ['line_server_not_found', 'line_server_not_xui', 'in_quarantine', 'tasks_too_many'],
});

const about = { access: admins, params: idParam } as const;

export const getPanelImport = endpoint({
  ...about,
  name: 'get-panel-import',
  method: 'GET',
  path: '/api/panel-imports/:id',
  summary: 'Em que pé está uma mudança de painel, e o que ela faria ou fez.',
  answer: panelImport,
  errors: ['panel_import_not_found'],
});

export const validatePanelImport = endpoint({
  ...about,
  name: 'validate-panel-import',
  method: 'PUT',
  path: '/api/panel-imports/:id/plan',
  summary: 'Guarda a correspondência e confere cada revenda e cada linha; nada é criado.',
  body: panelPlan,
  answer: panelImport,
  errors: [
    'panel_import_not_found',
    'panel_import_busy',
    'line_server_not_found',
    'reseller_not_found',
    'package_unknown',
  ],
});

const panelImportRow = z.object({
  kind: z.enum(importedKinds),
  /** Id of the row in the source panel. */
  there: z.int(),
  username: z.string(),
  /** User name of the parent in the source panel. Null for an account without a parent. */
  above: z.string().nullable(),
  credits: z.number(),
  result: z.enum(panelRowResults).nullable(),
  reason: z.string(),
  outcome: z.enum(panelOutcomes).nullable(),
  message: z.string(),
});
export type PanelImportRow = z.output<typeof panelImportRow>;

export const panelRowSorts = [
  'there',
  'kind',
  'username',
  'state',
  'above',
  'credits',
  'reason',
  'message',
] as const;
export type PanelRowSort = (typeof panelRowSorts)[number];

export const listPanelImportRows = endpoint({
  ...about,
  name: 'list-panel-import-rows',
  method: 'GET',
  path: '/api/panel-imports/:id/rows',
  summary: 'As revendas e linhas de lá, com o que acontece ou aconteceu com cada uma.',
  query: pageQuery(panelRowSorts).extend({
    kind: z.enum(importedKinds).optional().meta({ title: 'Tipo' }),
    result: z.enum(panelRowResults).optional().meta({ title: 'O que acontece' }),
    outcome: z.enum(panelOutcomes).optional().meta({ title: 'Resultado' }),
    search: searchText().optional(),
  }),
  answer: pageSchema(panelImportRow),
  errors: ['panel_import_not_found'],
});

export const applyPanelImport = endpoint({
  ...about,
  name: 'apply-panel-import',
  method: 'POST',
  path: '/api/panel-imports/:id/apply',
  summary:
    'Traz o que foi conferido: revendas com seus créditos, depois linhas. Parada, continua de onde estava.',
  body: z.object(freshCode),
  answer: panelImport,
  errors: [
    'panel_import_not_found',
    'panel_import_busy',
    'panel_import_not_checked',
    'line_server_not_found',
    'tasks_too_many',
    'code_2fa_missing',
    'code_2fa_wrong',
    'too_many_attempts',
  ],
});

export const undoPanelImport = endpoint({
  ...about,
  name: 'undo-panel-import',
  method: 'POST',
  path: '/api/panel-imports/:id/undo',
  summary:
    'Desfaz o que esta mudança trouxe e ninguém alterou desde então; diz o que fica e por quê.',
  query: z.object(freshCode),
  freshCode: true,
  answer: panelImport,
  errors: ['panel_import_not_found', 'panel_import_busy', 'tasks_too_many'],
});

export const discardPanelImport = endpoint({
  ...about,
  name: 'discard-panel-import',
  method: 'DELETE',
  path: '/api/panel-imports/:id',
  summary: 'Esquece uma mudança da qual nada foi trazido.',
  answer: z.object({ message: z.string() }),
  errors: ['panel_import_not_found', 'panel_import_busy', 'panel_import_brought'],
});
