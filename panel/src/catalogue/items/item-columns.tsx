import type {
  CatalogueSeries,
  CatalogueStream,
  StreamKind,
} from '@ramal/contract/catalogue/catalogue';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import { ArchiveState } from '../archive/ArchiveState.tsx';
import { ClippedText } from '../ClippedText.tsx';
import { SideText } from '../SideText.tsx';
import type { Column } from '../../ui/table/columns.ts';
import type { Item } from './item.ts';
import { ItemIdentity } from './ItemIdentity.tsx';
import { sourceTitle, SourceState } from './SourceState.tsx';

const identity = <Row extends Item>(): Column<Row> => ({
  key: 'name',
  header: 'Nome',
  fill: true,
  width: 180,
  card: 'identity',
  cell: (row) => <ItemIdentity item={row} size={28} />,
  cardCell: (row) => <ItemIdentity item={row} size={36} />,
  title: ({ name }) => name,
});

const category = <Row extends Item>(): Column<Row> => ({
  key: 'category',
  header: 'Categoria',
  width: 120,
  muted: true,
  card: 'note',
  cell: ({ categoryName }) => <ClippedText>{categoryName}</ClippedText>,
  title: ({ categoryName }) => categoryName,
});

const number: Column<CatalogueStream> = {
  key: 'number',
  header: 'Número',
  align: 'end',
  width: 70,
  muted: true,
  card: 'corner',
  cell: (row) => row.number,
};

const episodeNumber: Column<CatalogueStream> = {
  key: 'number',
  header: 'Episódio',
  width: 80,
  muted: true,
  card: 'corner',
  cell: ({ season, episode }) => <span className="num">{`T${season ?? 0} E${episode ?? 0}`}</span>,
  title: ({ season, episode }) => `Temporada ${season ?? 0}, episódio ${episode ?? 0}`,
};

const guide: Column<CatalogueStream> = {
  key: 'guide',
  header: 'Guia',
  firstDirection: 'desc',
  width: 110,
  cell: ({ programmes, epgChannelId }) =>
    programmes > 0 ? (
      <span title={epgChannelId}>{pluralize(programmes, 'programa', 'programas')}</span>
    ) : (
      <SideText>nenhum</SideText>
    ),
};

const year: Column<Pick<Item, 'details'>> = {
  key: 'year',
  header: 'Ano',
  firstDirection: 'desc',
  align: 'end',
  width: 60,
  cell: ({ details }) => details.year ?? '–',
  cardCell: ({ details }) => details.year ?? null,
};

const source = (now: Date): Column<CatalogueStream> => ({
  key: 'source',
  header: 'Origem',
  width: 200,
  card: 'expiry',
  cell: (row) => <SourceState stream={row} now={now} />,
  title: (row) => sourceTitle(row),
});

const list: Column<CatalogueStream> = {
  key: 'list',
  header: 'Lista',
  width: 90,
  muted: true,
  cell: ({ listName }) => <ClippedText short>{listName || '–'}</ClippedText>,
  cardCell: ({ listName }) => listName || null,
  title: ({ listName }) => listName,
};

const archive = (now: Date): Column<CatalogueStream> => ({
  key: 'archive',
  header: 'Arquivo',
  firstDirection: 'desc',
  width: 180,
  cell: (row) => <ArchiveState archive={row.archive} now={now} />,
});

const columnsOf: Record<StreamKind, (now: Date) => Column<CatalogueStream>[]> = {
  live: (now) => [
    number,
    identity(),
    { ...category<CatalogueStream>(), from: 'medium' },
    guide,
    source(now),
    archive(now),
    { ...list, from: 'wide' },
  ],
  film: (now) => [identity(), category(), year, source(now), list],
  episode: (now) => [episodeNumber, identity(), source(now), list],
};

export const streamColumns = (kind: StreamKind, now: Date): Column<CatalogueStream>[] =>
  columnsOf[kind](now);

export const seriesColumns: Column<CatalogueSeries>[] = [
  identity(),
  category(),
  {
    key: 'seasons',
    header: 'Temporadas',
    firstDirection: 'desc',
    align: 'end',
    cell: ({ seasons }) => formatCount(seasons),
  },
  {
    key: 'episodes',
    header: 'Episódios',
    firstDirection: 'desc',
    align: 'end',
    cell: ({ episodes }) => formatCount(episodes),
  },
  year,
];
