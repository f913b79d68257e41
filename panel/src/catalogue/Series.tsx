/** Series, and the episodes of one of them. */
import { type CatalogueSeries, listSeries, seriesSorts } from '@ramal/contract/catalogue';
import { IconEdit, IconFileImport, IconListNumbers } from '@tabler/icons-react';
import { useCall } from '../foundation/query.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import type { CatalogueAddress } from './address.ts';
import type { SectionProps } from './Catalogue.tsx';
import { EditItem } from './EditItem.tsx';
import { kindIcons, seriesColumns } from './item-columns.tsx';
import { ItemList } from './ItemList.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import { Streams } from './Streams.tsx';
import { useFlash } from './use-flash.ts';

export function Series({ address }: SectionProps) {
  return address.asked.serie === undefined ? (
    <AllSeries address={address} />
  ) : (
    <Episodes address={address} />
  );
}

function AllSeries({ address }: SectionProps) {
  const { asked } = address;
  const list = useCall(listSeries, { query: queryOf(address) }, { keepPrevious: true });
  const [flash, flashRow] = useFlash();
  const edited =
    asked.janela === 'editar' ? list.data?.data.find(({ id }) => id === asked.item) : undefined;
  return (
    <SectionFrame section="series" note="O que você edita aqui, as importações mantêm.">
      <ItemList<CatalogueSeries>
        address={address}
        list={list}
        label="Séries"
        noun={['série', 'séries']}
        categories="series"
        columns={seriesColumns}
        actions={[
          {
            key: 'episodes',
            label: 'Episódios',
            icon: IconListNumbers,
            place: 'row',
            run: ({ id }) => address.go({ serie: id }),
          },
          {
            key: 'edit',
            label: 'Editar',
            icon: IconEdit,
            place: 'row',
            iconOnly: true,
            shortcut: 'e',
            run: ({ id }) => address.open('editar', id),
          },
        ]}
        sort={sortOf(address)}
        flash={flash}
        empty={{
          icon: kindIcons.series,
          title: 'Importe sua primeira lista M3U',
          text: 'As séries vêm dela, já com temporadas e episódios.',
          actions: (
            <LinkButton
              to="/catalogue/{-$section}"
              params={{ section: 'listas' }}
              leftSection={<IconFileImport size={16} stroke={1.75} />}
            >
              Importar uma lista
            </LinkButton>
          ),
        }}
      />
      {edited && (
        <EditItem key={edited.id} item={edited} onClose={address.close} onSaved={flashRow} />
      )}
    </SectionFrame>
  );
}

const sortOf = ({ asked }: Pick<CatalogueAddress, 'asked'>) => ({
  key: seriesSorts.find((sort) => sort === asked.sort) ?? seriesSorts[0],
  direction: asked.dir ?? ('asc' as const),
});

const queryOf = ({ asked, page, perPage }: CatalogueAddress) => ({
  page,
  per_page: perPage,
  sort: sortOf({ asked }).key,
  dir: asked.dir ?? ('asc' as const),
  ...(asked.search ? { search: asked.search } : {}),
  ...(asked.categoria ? { category: asked.categoria } : {}),
});

function Episodes({ address }: SectionProps) {
  const found = useCall(listSeries, { query: { series: address.asked.serie, per_page: 1 } });
  const [series] = found.data?.data ?? [];
  return <Streams kind="episode" address={address} {...(series ? { series } : {})} />;
}
