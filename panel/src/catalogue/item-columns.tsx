/** The columns of channels, films, episodes and series. */
import type { CatalogueSeries, CatalogueStream, StreamKind } from '@ramal/contract/catalogue';
import { IconDeviceTv, IconMovie, IconPlayerPlay, IconVideo } from '@tabler/icons-react';
import { countOf, formatCount } from '../foundation/numbers.ts';
import type { Column } from '../ui/table/columns.ts';
import { isStream, type Item, kindOf } from './item.ts';
import { Picture } from './Picture.tsx';
import { sourceTitle, SourceState } from './SourceState.tsx';

export const kindIcons = {
  live: IconDeviceTv,
  film: IconMovie,
  episode: IconPlayerPlay,
  series: IconVideo,
} as const;

function Identity({ item, size }: { item: Item; size: number }) {
  return (
    <span className="item-identity">
      <Picture address={item.icon} size={size} icon={kindIcons[kindOf(item)]} />
      <b className="catalogue-name catalogue-clip">{item.name}</b>
      {isStream(item) && <Marks stream={item} />}
    </span>
  );
}

/** What keeps it from the apps, or from children, in words. */
function Marks({ stream }: { stream: CatalogueStream }) {
  const marks = [
    stream.hidden && 'oculto',
    stream.gone && 'fora da lista',
    stream.is_adult && '18+',
  ].filter((mark) => mark !== false);
  return marks.map((mark) => (
    <span key={mark} className="item-mark">
      {mark}
    </span>
  ));
}

const identity = <Row extends Item>(): Column<Row> => ({
  key: 'name',
  header: 'Nome',
  sortable: true,
  fill: true,
  width: 180,
  card: 'identity',
  cell: (row) => <Identity item={row} size={28} />,
  cardCell: (row) => <Identity item={row} size={36} />,
  title: ({ name }) => name,
});

const category = <Row extends Item>(): Column<Row> => ({
  key: 'category',
  header: 'Categoria',
  sortable: true,
  width: 120,
  muted: true,
  card: 'note',
  cell: ({ category_name }) => <span className="catalogue-clip">{category_name}</span>,
  title: ({ category_name }) => category_name,
});

const number: Column<CatalogueStream> = {
  key: 'number',
  header: 'Número',
  sortable: true,
  align: 'end',
  width: 70,
  muted: true,
  card: 'corner',
  cell: (row) => row.number,
};

const place: Column<CatalogueStream> = {
  key: 'number',
  header: 'Episódio',
  sortable: true,
  width: 80,
  muted: true,
  card: 'corner',
  cell: ({ season, episode }) => <span className="num">{`T${season ?? 0} E${episode ?? 0}`}</span>,
  title: ({ season, episode }) => `Temporada ${season ?? 0}, episódio ${episode ?? 0}`,
};

const guide: Column<CatalogueStream> = {
  key: 'guide',
  header: 'Guia',
  sortable: true,
  firstDirection: 'desc',
  width: 110,
  card: 'detail',
  cell: ({ programmes, epg_channel_id }) =>
    programmes > 0 ? (
      <span title={epg_channel_id}>{countOf(programmes, 'programa', 'programas')}</span>
    ) : (
      <span className="catalogue-side">sem guia</span>
    ),
  // «Guia» stands before it there.
  cardCell: ({ programmes }) =>
    programmes > 0 ? countOf(programmes, 'programa', 'programas') : 'nenhum',
};

const year: Column<CatalogueStream> = {
  key: 'year',
  header: 'Ano',
  sortable: true,
  firstDirection: 'desc',
  align: 'end',
  width: 60,
  card: 'detail',
  cell: ({ details }) => details.year ?? '–',
  cardCell: ({ details }) => details.year ?? null,
};

const source = (now: Date): Column<CatalogueStream> => ({
  key: 'source',
  header: 'Origem',
  sortable: true,
  width: 200,
  card: 'expiry',
  cell: (row) => <SourceState stream={row} now={now} />,
  title: (row) => sourceTitle(row),
});

const list: Column<CatalogueStream> = {
  key: 'list',
  header: 'Lista',
  sortable: true,
  width: 90,
  muted: true,
  card: 'detail',
  cell: ({ list_name }) => (
    <span className="catalogue-clip catalogue-clip-short">{list_name || '–'}</span>
  ),
  cardCell: ({ list_name }) => list_name || null,
  title: ({ list_name }) => list_name,
};

const own: Record<StreamKind, (now: Date) => Column<CatalogueStream>[]> = {
  live: (now) => [number, identity(), category(), guide, source(now), list],
  film: (now) => [identity(), category(), year, source(now), list],
  episode: (now) => [place, identity(), source(now), list],
};

export const streamColumns = (kind: StreamKind, now: Date): Column<CatalogueStream>[] =>
  own[kind](now);

export const seriesColumns: Column<CatalogueSeries>[] = [
  identity(),
  category(),
  {
    key: 'seasons',
    header: 'Temporadas',
    sortable: true,
    firstDirection: 'desc',
    align: 'end',
    card: 'detail',
    cell: ({ seasons }) => formatCount(seasons),
  },
  {
    key: 'episodes',
    header: 'Episódios',
    sortable: true,
    firstDirection: 'desc',
    align: 'end',
    card: 'detail',
    cell: ({ episodes }) => formatCount(episodes),
  },
  {
    key: 'year',
    header: 'Ano',
    sortable: true,
    firstDirection: 'desc',
    align: 'end',
    width: 60,
    card: 'detail',
    cell: ({ details }) => details.year ?? '–',
    cardCell: ({ details }) => details.year ?? null,
  },
];
