/** The list of series, and the episodes of one series. */
import {
  type CatalogueSeries,
  listSeries,
  type seriesSorts,
} from '@ramal/contract/catalogue/catalogue';
import { IconEdit, IconListNumbers } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { CatalogueScreen } from '../CatalogueScreen.tsx';
import { useCatalogueParams, useOpenPage } from '../catalogue-params.ts';
import { ImportListLink } from '../ImportListLink.tsx';
import { EditItem } from './edit/EditItem.tsx';
import { seriesColumns } from './item-columns.tsx';
import { kindIcons } from './item-icons.ts';
import { Streams } from './Streams.tsx';
import { useItemList } from './use-item-list.tsx';

export function Series() {
  const { series } = useCatalogueParams('series', 'series').values;
  return series === undefined ? <AllSeries /> : <Episodes series={series} />;
}

function AllSeries() {
  const params = useCatalogueParams('series', 'series');
  const openPage = useOpenPage();
  const { category } = params.values;
  const query = useCall(
    listSeries,
    {
      query: {
        ...params.query,
        sort: params.query.sort as (typeof seriesSorts)[number],
        ...(category ? { category } : {}),
      },
    },
    { keepPrevious: true },
  );
  const items = useItemList<CatalogueSeries>({
    params,
    query,
    noun: ['série', 'séries'],
    columns: seriesColumns,
    categories: 'series',
  });
  return (
    <CatalogueScreen<CatalogueSeries>
      section="series"
      note="O que você edita aqui, as importações mantêm."
      list={{
        ...items,
        name: 'series',
        label: 'Séries',
        actions: [
          {
            key: 'episodes',
            opens: true,
            label: 'Episódios',
            icon: IconListNumbers,
            slot: 'row',
            run: ({ id }) => openPage({ series: id }),
          },
          {
            key: 'edit',
            label: 'Editar',
            icon: IconEdit,
            slot: 'row',
            iconOnly: true,
            shortcut: 'e',
            run: ({ id }) => params.openDialog('edit', id),
          },
        ],
        empty: {
          icon: kindIcons.series,
          title: 'Importe sua primeira lista M3U',
          text: 'As séries vêm dela, já com temporadas e episódios.',
          actions: <ImportListLink />,
        },
      }}
      rowDialogs={{ edit: (item, dialog) => <EditItem item={item} {...dialog} /> }}
    />
  );
}

function Episodes({ series }: { series: number }) {
  const firstEpisode = useCall(listSeries, { query: { series, perPage: 1 } });
  return <Streams kind="episode" seriesName={firstEpisode.data?.data[0]?.name} />;
}
