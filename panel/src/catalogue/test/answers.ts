import { archiveChecks, type ChannelArchive } from '@ramal/contract/catalogue/archive';
import type { CatalogueSeries, CatalogueStream } from '@ramal/contract/catalogue/catalogue';
import type {
  ImportEntry,
  ListImport,
  SourceList,
} from '@ramal/contract/catalogue/catalogue-lists';
import type {
  CatalogueBouquet,
  CatalogueCategory,
  CataloguePackage,
} from '@ramal/contract/catalogue/catalogue-packages';
import type {
  ChannelSource,
  ChannelSources,
  ChannelSourcesRow,
} from '@ramal/contract/catalogue/channel-sources';
import type { Guide } from '@ramal/contract/catalogue/guides';
import type { Page } from '@ramal/contract/api/paging';
import type { Task } from '@ramal/contract/tasks';
import { profile } from '../../lines/test/answers.ts';

const AT = 1_790_000_000;

export const admin = profile({ profile: 'admin', credits: null });

export const pageAnswer = <Row>(...data: Row[]): Page<Row> => ({
  data,
  total: data.length,
  totalExact: true,
  currentPage: 1,
  perPage: 10,
  lastPage: 1,
});

export const task = (change: Partial<Task> = {}): Task => ({
  id: 7,
  kind: 'import-read',
  state: 'running',
  done: 12_400,
  total: 50_000,
  message: 'Comparando com o catálogo',
  createdAtTimestamp: AT,
  finishedAtTimestamp: null,
  ...change,
});

export const stream = (change: Partial<CatalogueStream> = {}): CatalogueStream => ({
  id: 11,
  kind: 'live',
  number: 4,
  name: 'Globo HD',
  icon: '',
  categoryId: 1,
  categoryName: 'Abertos',
  epgChannelId: 'globo.br',
  programmes: 48,
  isAdult: false,
  hidden: false,
  gone: false,
  listName: 'Principal',
  sourceState: 'ok',
  sourceProblem: '',
  archive: null,
  sourceCheckedAtTimestamp: AT,
  details: {},
  seriesId: null,
  season: null,
  episode: null,
  ...change,
});

export const archiveSummary = (
  change: Partial<NonNullable<CatalogueStream['archive']>> = {},
): NonNullable<CatalogueStream['archive']> => ({
  state: 'proven',
  days: 7,
  promisedDays: 7,
  answeredDays: 7,
  provedAtTimestamp: AT,
  ...change,
});

export const archiveProof = (
  change: Partial<NonNullable<ChannelArchive['proof']>> = {},
): NonNullable<ChannelArchive['proof']> => ({
  provedAtTimestamp: AT,
  provenUntilTimestamp: AT - 7 * 86_400,
  promisedDays: 7,
  answeredDays: 7,
  checks: archiveChecks.map((check) => ({
    check,
    result: 'ok',
    text: `Prova ${check}`,
    detail: '0,8 s',
  })),
  ...change,
});

export const channelArchive = (change: Partial<ChannelArchive> = {}): ChannelArchive => ({
  id: 11,
  number: 4,
  name: 'Globo HD',
  icon: '',
  programmes: 212,
  guideDaysBack: 9,
  days: 7,
  chosenDays: null,
  promisedDays: 7,
  state: 'proven',
  proof: archiveProof(),
  sources: [
    {
      id: 51,
      kind: 'xtream',
      name: 'Lista Norte',
      description: 'Xtream, forma /timeshift/, fuso de São Paulo',
      days: 7,
      connections: '3 de 10 conexões',
      imported: true,
      host: 'norte.exemplo',
      timeZone: 'America/Sao_Paulo',
    },
    {
      id: 52,
      kind: 'flussonic',
      name: 'video-sp1',
      description: 'Flussonic, archive-S-L',
      days: 3,
      connections: 'sem limite',
      imported: false,
      host: 'video-sp1',
      timeZone: '',
    },
  ],
  task: null,
  ...change,
});

export const channelSource = (change: Partial<ChannelSource> = {}): ChannelSource => ({
  id: 61,
  shown: 'http://norte.exemplo/…/101.ts',
  headers: '',
  isOwn: true,
  imported: false,
  active: true,
  state: 'ok',
  problem: '',
  video: 'H.264',
  audio: 'AAC',
  width: 1920,
  height: 1080,
  bitsPerSecond: 5_240_000,
  firstByteMs: 180,
  checkedAtTimestamp: AT,
  failedAtTimestamp: null,
  failure: '',
  heldUntilTimestamp: null,
  ...change,
});

export const channelSources = (change: Partial<ChannelSources> = {}): ChannelSources => ({
  id: 11,
  number: 4,
  name: 'Globo HD',
  icon: '',
  listName: 'Principal',
  state: 'ok',
  sources: [
    channelSource(),
    channelSource({
      id: 62,
      shown: 'http://sul.exemplo/…/7.ts',
      isOwn: false,
      active: false,
      headers: 'User-Agent',
    }),
  ],
  task: null,
  ...change,
});

export const sourcesRow = (change: Partial<ChannelSourcesRow> = {}): ChannelSourcesRow => ({
  id: 11,
  number: 4,
  name: 'Globo HD',
  icon: '',
  categoryName: 'Abertos',
  state: 'ok',
  sources: 2,
  working: 2,
  activePosition: 1,
  activeHost: 'norte.exemplo',
  video: 'H.264',
  audio: 'AAC',
  width: 1920,
  height: 1080,
  bitsPerSecond: 5_240_000,
  firstByteMs: 180,
  problem: '',
  checkedAtTimestamp: AT,
  failedAtTimestamp: null,
  ...change,
});

export const series = (change: Partial<CatalogueSeries> = {}): CatalogueSeries => ({
  id: 31,
  name: 'Ilha do Sol',
  icon: '',
  categoryId: 3,
  categoryName: 'Dramas',
  seasons: 2,
  episodes: 18,
  details: { plot: 'Uma ilha.', year: 2019, rating: 7.5 },
  ...change,
});

export const category = (change: Partial<CatalogueCategory> = {}): CatalogueCategory => ({
  id: 1,
  kind: 'live',
  name: 'Abertos',
  position: 0,
  items: 12,
  bouquetIds: [1],
  ...change,
});

export const bouquet = (change: Partial<CatalogueBouquet> = {}): CatalogueBouquet => ({
  id: 1,
  name: 'Canais',
  categoryIds: [1],
  channels: 12,
  films: 0,
  series: 0,
  packages: 1,
  ...change,
});

export const pack = (change: Partial<CataloguePackage> = {}): CataloguePackage => ({
  id: 5,
  name: 'Completo, 1 tela',
  maxConnections: 1,
  allowsTests: true,
  bouquetIds: [1],
  lines: 208,
  version: '41',
  ...change,
});

export const listImport = (change: Partial<ListImport> = {}): ListImport => ({
  id: 90,
  listId: 2,
  state: 'ready',
  counts: { new: 1204, changed: 3, gone: 2, same: 40, refused: 1 },
  task: task({ state: 'done', done: 1250, total: 1250, message: '1.250 itens lidos.' }),
  createdAtTimestamp: AT,
  appliedAtTimestamp: null,
  ...change,
});

export const sourceList = (change: Partial<SourceList> = {}): SourceList => ({
  id: 2,
  name: 'Principal',
  address: 'http://provedor.exemplo/lista.m3u',
  headers: '',
  joinsChannels: true,
  channels: 120,
  films: 40,
  episodes: 300,
  lastImport: listImport({ state: 'applied', appliedAtTimestamp: AT }),
  ...change,
});

export const entry = (change: Partial<ImportEntry> = {}): ImportEntry => ({
  position: 17,
  result: 'new',
  kind: 'live',
  name: 'Canal Novo',
  category: 'Abertos',
  changes: [],
  reason: '',
  ...change,
});

export const guide = (change: Partial<Guide> = {}): Guide => ({
  id: 3,
  name: 'Guia Brasil',
  address: 'http://provedor.exemplo/guia.xml.gz',
  channels: 480,
  programmes: 24_000,
  skips: [{ reason: 'programa sem título', count: 3 }],
  matchedChannels: 312,
  readAtTimestamp: AT,
  untilTimestamp: AT + 5 * 86_400,
  task: null,
  ...change,
});
