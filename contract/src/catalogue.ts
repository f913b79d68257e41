/**
 * What there is to watch, as an admin keeps it: lists (M3U) that are imported after a look at what
 * they would change, streams and series in categories, bouquets of categories, packages of bouquets,
 * guides (XMLTV), and whether sources answer.
 */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, idParam, text, whole } from './fields.ts';
import { pageOf, pageQuery } from './paging.ts';
import { task } from './tasks.ts';

const admins = { profiles: ['admin'] } as const;
const said = z.object({ message: z.string() });

/** What a stream is; a series is a set of episodes. */
export const streamKinds = ['live', 'film', 'episode'] as const;
export type StreamKind = (typeof streamKinds)[number];
/** What a category holds. */
export const categoryKinds = ['live', 'film', 'series'] as const;
export type CategoryKind = (typeof categoryKinds)[number];

export const LARGEST_LIST_BYTES = 64 * 1024 * 1024;
export const LARGEST_GUIDE_BYTES = 256 * 1024 * 1024;
export const MOST_ENTRIES = 200_000;

const webAddress = (label: string) =>
  text(label, 2000).refine((value) => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value), {
    error: 'Os links devem começar com http:// ou https://',
  });
const ids = (label: string) => z.array(whole(label, 1)).max(2000).meta({ title: label });

// Lists and their imports

/** Verdicts of a dry run. `refused` entries name their reason and are never imported. */
export const verdicts = ['new', 'changed', 'gone', 'same', 'refused'] as const;
export type Verdict = (typeof verdicts)[number];

const counts = z.object({
  new: z.int(),
  changed: z.int(),
  gone: z.int(),
  same: z.int(),
  refused: z.int(),
});

/** reading → ready (the dry run can be looked at) → applying → applied; failed, discarded. */
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
  list_id: z.int(),
  state: z.enum(importStates),
  counts,
  /** The work going on now, or done last. */
  task: task.nullable(),
  created_at_timestamp: z.int(),
  applied_at_timestamp: z.int().nullable(),
});
export type ListImport = z.output<typeof listImport>;

export const sourceList = z.object({
  id: z.int(),
  name: z.string(),
  /** Empty where the list comes as a file. */
  address: z.string(),
  channels: z.int(),
  films: z.int(),
  episodes: z.int(),
  last_import: listImport.nullable(),
});
export type SourceList = z.output<typeof sourceList>;

const listBody = z.object({
  name: text('Nome', 100),
  address: webAddress('Endereço').optional(),
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
  answer: sourceList.extend(said.shape),
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
  answer: sourceList.extend(said.shape),
  errors: ['list_not_found', 'name_taken'],
});

export const deleteSourceList = endpoint({
  name: 'delete-source-list',
  method: 'DELETE',
  path: '/api/catalogue/lists/:id',
  summary: 'Apaga a lista e tudo o que veio dela.',
  access: admins,
  params: idParam,
  answer: said,
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
  errors: ['list_not_found', 'address_missing', 'import_running'],
});

export const importFromFile = endpoint({
  name: 'import-from-file',
  method: 'POST',
  path: '/api/catalogue/lists/:id/file',
  summary: 'Recebe a lista como arquivo e mostra o que mudaria, sem mudar nada.',
  access: admins,
  params: idParam,
  upload: { maxBytes: LARGEST_LIST_BYTES },
  answer: listImport,
  errors: ['list_not_found', 'import_running', 'body_too_large'],
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

export const importEntry = z.object({
  position: z.int(),
  verdict: z.enum(verdicts),
  kind: z.enum(streamKinds),
  name: z.string(),
  category: z.string(),
  /** What changes: name of the field, before and after. Only for changed ones. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** Why it is refused; empty otherwise. */
  reason: z.string(),
});
export type ImportEntry = z.output<typeof importEntry>;

export const listImportEntries = endpoint({
  name: 'list-import-entries',
  method: 'GET',
  path: '/api/catalogue/imports/:id/entries',
  summary: 'O que a importação mudaria, linha por linha.',
  access: admins,
  params: idParam,
  query: pageQuery(['position'])
    .omit({ sort: true, dir: true })
    .extend({
      verdict: z.enum(verdicts).optional().meta({ title: 'Situação' }),
      kind: z.enum(streamKinds).optional().meta({ title: 'Tipo' }),
    }),
  answer: pageOf(importEntry),
  errors: ['import_not_found'],
});

export const applyImport = endpoint({
  name: 'apply-import',
  method: 'POST',
  path: '/api/catalogue/imports/:id/apply',
  summary: 'Aplica a importação ao catálogo; o que sumiu da lista pode sair do ar ou ficar.',
  access: admins,
  params: idParam,
  body: z.object({ hide_gone: flag('Tirar do ar o que sumiu').default(true) }),
  answer: listImport,
  errors: ['import_not_found', 'import_not_ready', 'import_running'],
});

export const discardImport = endpoint({
  name: 'discard-import',
  method: 'DELETE',
  path: '/api/catalogue/imports/:id',
  summary: 'Joga fora uma importação que ainda não foi aplicada.',
  access: admins,
  params: idParam,
  answer: said,
  errors: ['import_not_found', 'import_running', 'import_not_ready'],
});

// Streams and series

export const details = z.object({
  plot: z.string().optional(),
  year: z.int().optional(),
  genre: z.string().optional(),
  cast: z.string().optional(),
  director: z.string().optional(),
  /** 0 to 10. */
  rating: z.number().optional(),
  duration_seconds: z.int().optional(),
});

const detailsBody = z.object({
  plot: text('Sinopse', 4000).optional(),
  year: whole('Ano', 1880, 2200).optional(),
  genre: text('Gênero', 200).optional(),
  cast: text('Elenco', 1000).optional(),
  director: text('Direção', 200).optional(),
  rating: z.number().min(0).max(10).optional().meta({ title: 'Nota' }),
  duration_seconds: whole('Duração', 0, 360_000).optional(),
});

/** Whether a source answered when it was asked last. */
export const sourceStates = ['unknown', 'ok', 'problem'] as const;

export const catalogueStream = z.object({
  id: z.int(),
  kind: z.enum(streamKinds),
  number: z.int(),
  name: z.string(),
  icon: z.string(),
  category_id: z.int(),
  category_name: z.string(),
  epg_channel_id: z.string(),
  /** Programmes of the guide from now on. */
  programmes: z.int(),
  is_adult: z.boolean(),
  hidden: z.boolean(),
  /** It was not in its list any more at the last import. */
  gone: z.boolean(),
  list_name: z.string(),
  source_state: z.enum(sourceStates),
  source_problem: z.string(),
  source_checked_at_timestamp: z.int().nullable(),
  details,
  series_id: z.int().nullable(),
  season: z.int().nullable(),
  episode: z.int().nullable(),
});
export type CatalogueStream = z.output<typeof catalogueStream>;

export const streamFilters = [
  'problem',
  'ok',
  'unknown',
  'hidden',
  'gone',
  'without-guide',
] as const;

export const listStreams = endpoint({
  name: 'list-streams',
  method: 'GET',
  path: '/api/catalogue/streams',
  summary: 'Canais, filmes ou episódios do catálogo.',
  access: admins,
  query: pageQuery(['number', 'name']).extend({
    kind: z.enum(streamKinds).default('live').meta({ title: 'Tipo' }),
    category: whole('Categoria', 1).optional(),
    list: whole('Lista', 1).optional(),
    series: whole('Série', 1).optional(),
    state: z.enum(streamFilters).optional().meta({ title: 'Situação' }),
  }),
  answer: pageOf(catalogueStream),
  errors: [],
});

export const editStream = endpoint({
  name: 'edit-stream',
  method: 'PUT',
  path: '/api/catalogue/streams/:id',
  summary: 'Edita um canal, filme ou episódio; a próxima importação respeita o que foi editado.',
  access: admins,
  params: idParam,
  body: z.object({
    name: text('Nome', 200).optional(),
    number: whole('Número', 0, 999_999).optional(),
    /** Empty text removes the picture: send null. */
    icon: webAddress('Imagem').nullish(),
    category_id: whole('Categoria', 1).optional(),
    epg_channel_id: text('Canal no guia', 200).nullish(),
    is_adult: flag('Adulto').optional(),
    hidden: flag('Oculto').optional(),
    details: detailsBody.optional(),
  }),
  answer: catalogueStream.extend(said.shape),
  errors: ['stream_not_found', 'category_not_found'],
});

export const catalogueSeries = z.object({
  id: z.int(),
  name: z.string(),
  icon: z.string(),
  category_id: z.int(),
  category_name: z.string(),
  seasons: z.int(),
  episodes: z.int(),
  details,
});
export type CatalogueSeries = z.output<typeof catalogueSeries>;

export const listSeries = endpoint({
  name: 'list-series',
  method: 'GET',
  path: '/api/catalogue/series',
  summary: 'As séries do catálogo.',
  access: admins,
  query: pageQuery(['name']).extend({
    category: whole('Categoria', 1).optional(),
    series: whole('Série', 1).optional(),
  }),
  answer: pageOf(catalogueSeries),
  errors: [],
});

export const editSeries = endpoint({
  name: 'edit-series',
  method: 'PUT',
  path: '/api/catalogue/series/:id',
  summary: 'Edita uma série.',
  access: admins,
  params: idParam,
  body: z.object({
    name: text('Nome', 200).optional(),
    icon: webAddress('Imagem').nullish(),
    category_id: whole('Categoria', 1).optional(),
    details: detailsBody.optional(),
  }),
  answer: catalogueSeries.extend(said.shape),
  errors: ['series_not_found', 'category_not_found'],
});

// Categories, bouquets, packages

export const category = z.object({
  id: z.int(),
  kind: z.enum(categoryKinds),
  name: z.string(),
  position: z.int(),
  /** Streams in it, or series. */
  items: z.int(),
  bouquet_ids: z.array(z.int()),
});
export type CatalogueCategory = z.output<typeof category>;

export const listCategories = endpoint({
  name: 'list-categories',
  method: 'GET',
  path: '/api/catalogue/categories',
  summary: 'As categorias, na ordem em que os aplicativos as mostram.',
  access: admins,
  answer: z.array(category),
  errors: [],
});

export const editCategory = endpoint({
  name: 'edit-category',
  method: 'PUT',
  path: '/api/catalogue/categories/:id',
  summary: 'Muda nome, posição ou bouquets de uma categoria.',
  access: admins,
  params: idParam,
  body: z.object({
    name: text('Nome', 200).optional(),
    /** Its place among those of its kind, from 0; the others make room. */
    position: whole('Posição', 0, 100_000).optional(),
    bouquet_ids: ids('Bouquet').optional(),
  }),
  answer: category.extend(said.shape),
  errors: ['category_not_found', 'bouquet_unknown', 'name_taken'],
});

export const bouquet = z.object({
  id: z.int(),
  name: z.string(),
  category_ids: z.array(z.int()),
  channels: z.int(),
  films: z.int(),
  series: z.int(),
  /** Packages that hold it. */
  packages: z.int(),
});
export type CatalogueBouquet = z.output<typeof bouquet>;

const bouquetBody = z.object({
  name: text('Nome', 100),
  category_ids: ids('Categoria').default([]),
});

export const listBouquets = endpoint({
  name: 'list-bouquets',
  method: 'GET',
  path: '/api/catalogue/bouquets',
  summary: 'Os bouquets e o que cada um reúne.',
  access: admins,
  answer: z.array(bouquet),
  errors: [],
});

export const createBouquet = endpoint({
  name: 'create-bouquet',
  method: 'POST',
  path: '/api/catalogue/bouquets',
  summary: 'Cria um bouquet com as categorias escolhidas.',
  access: admins,
  body: bouquetBody,
  answer: bouquet.extend(said.shape),
  errors: ['name_taken', 'category_not_found'],
});

export const editBouquet = endpoint({
  name: 'edit-bouquet',
  method: 'PUT',
  path: '/api/catalogue/bouquets/:id',
  summary: 'Muda o nome e as categorias de um bouquet.',
  access: admins,
  params: idParam,
  body: bouquetBody,
  answer: bouquet.extend(said.shape),
  errors: ['bouquet_not_found', 'name_taken', 'category_not_found'],
});

export const deleteBouquet = endpoint({
  name: 'delete-bouquet',
  method: 'DELETE',
  path: '/api/catalogue/bouquets/:id',
  summary: 'Apaga um bouquet que nenhuma linha usa.',
  access: admins,
  params: idParam,
  answer: said,
  errors: ['bouquet_not_found', 'bouquet_in_use'],
});

export const cataloguePackage = z.object({
  id: z.int(),
  name: z.string(),
  /** Screens at once; 0 is without limit. */
  max_connections: z.int(),
  allows_tests: z.boolean(),
  bouquet_ids: z.array(z.int()),
  /** Lines that hold it now. */
  lines: z.int(),
});
export type CataloguePackage = z.output<typeof cataloguePackage>;

const packageBody = z.object({
  name: text('Nome', 100),
  max_connections: whole('Telas', 0, 100),
  allows_tests: flag('Serve para testes').default(true),
  bouquet_ids: ids('Bouquet').min(1),
});

export const listPackages = endpoint({
  name: 'list-packages',
  method: 'GET',
  path: '/api/catalogue/packages',
  summary: 'Os pacotes prontos que as revendas vendem.',
  access: admins,
  answer: z.array(cataloguePackage),
  errors: [],
});

export const createPackage = endpoint({
  name: 'create-package',
  method: 'POST',
  path: '/api/catalogue/packages',
  summary: 'Cria um pacote pronto.',
  access: admins,
  body: packageBody,
  answer: cataloguePackage.extend(said.shape),
  errors: ['name_taken', 'bouquet_unknown'],
});

export const editPackage = endpoint({
  name: 'edit-package',
  method: 'PUT',
  path: '/api/catalogue/packages/:id',
  summary: 'Muda um pacote; vale na hora para as linhas que o têm.',
  access: admins,
  params: idParam,
  body: packageBody,
  answer: cataloguePackage.extend(said.shape),
  errors: ['package_not_found', 'name_taken', 'bouquet_unknown'],
});

export const deletePackage = endpoint({
  name: 'delete-package',
  method: 'DELETE',
  path: '/api/catalogue/packages/:id',
  summary: 'Apaga um pacote que nenhuma linha usa.',
  access: admins,
  params: idParam,
  answer: said,
  errors: ['package_not_found', 'package_in_use'],
});

// Guides

export const guide = z.object({
  id: z.int(),
  name: z.string(),
  /** Empty where it comes as a file. */
  address: z.string(),
  channels: z.int(),
  programmes: z.int(),
  /** Channels of the catalogue that find programmes in it. */
  matched_channels: z.int(),
  read_at_timestamp: z.int().nullable(),
  /** Of the last programme known. */
  until_timestamp: z.int().nullable(),
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
  answer: guide.extend(said.shape),
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
  answer: guide.extend(said.shape),
  errors: ['guide_not_found', 'name_taken'],
});

export const deleteGuide = endpoint({
  name: 'delete-guide',
  method: 'DELETE',
  path: '/api/catalogue/guides/:id',
  summary: 'Apaga um guia e a programação que veio dele.',
  access: admins,
  params: idParam,
  answer: said,
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
  errors: ['guide_not_found', 'address_missing', 'guide_running'],
});

export const readGuideFile = endpoint({
  name: 'read-guide-file',
  method: 'POST',
  path: '/api/catalogue/guides/:id/file',
  summary: 'Recebe o guia como arquivo XMLTV, também comprimido com gzip.',
  access: admins,
  params: idParam,
  upload: { maxBytes: LARGEST_LIST_BYTES },
  answer: task,
  errors: ['guide_not_found', 'guide_running', 'body_too_large'],
});

// Sources

export const checkSources = endpoint({
  name: 'check-sources',
  method: 'POST',
  path: '/api/catalogue/checks',
  summary:
    'Pergunta às origens se respondem: todas, as de uma categoria, de uma lista ou um só canal.',
  access: admins,
  body: z.object({
    kind: z.enum(streamKinds).optional().meta({ title: 'Tipo' }),
    category: whole('Categoria', 1).optional(),
    list: whole('Lista', 1).optional(),
    stream: whole('Canal', 1).optional(),
  }),
  answer: task,
  errors: [],
});
