/** Channels, films and the episodes of a series: one list, described three times. */
import {
  type CatalogueStream,
  listStreams,
  streamFilters,
  type StreamKind,
  streamSorts,
} from '@ramal/contract/catalogue';
import { listSourceLists } from '@ramal/contract/catalogue-lists';
import {
  IconEdit,
  IconEye,
  IconEyeOff,
  IconFileImport,
  IconPlugConnected,
} from '@tabler/icons-react';
import { useCall } from '../foundation/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import type { FilterSelect } from '../ui/ListToolbar.tsx';
import type { RowAction } from '../ui/table/columns.ts';
import type { CatalogueAddress } from './address.ts';
import type { SectionProps } from './Catalogue.tsx';
import { CheckSources } from './CheckSources.tsx';
import { EditItem } from './EditItem.tsx';
import { kindIcons, streamColumns } from './item-columns.tsx';
import { ItemList } from './ItemList.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import type { SectionKey } from './sections.ts';
import { useFlash } from './use-flash.ts';
import { useHiding } from './use-hiding.ts';
import { type SourceCheck, useSourceCheck } from './use-source-check.tsx';

interface StreamWords {
  readonly section: SectionKey;
  readonly label: string;
  readonly noun: readonly [one: string, many: string];
  readonly categories?: 'live' | 'film';
  readonly empty: string;
}

const keptNote = 'O que você edita aqui, as importações mantêm.';

const streamWords: Record<StreamKind, StreamWords> = {
  live: {
    section: 'canais',
    label: 'Canais',
    noun: ['canal', 'canais'],
    categories: 'live',
    empty: 'Os canais vêm dela',
  },
  film: {
    section: 'filmes',
    label: 'Filmes',
    noun: ['filme', 'filmes'],
    categories: 'film',
    empty: 'Os filmes vêm dela',
  },
  episode: {
    section: 'series',
    label: 'Episódios',
    noun: ['episódio', 'episódios'],
    empty: 'Os episódios vêm dela',
  },
};

export const Channels = ({ address }: SectionProps) => <Streams kind="live" address={address} />;
export const Films = ({ address }: SectionProps) => <Streams kind="film" address={address} />;

export interface StreamsProps {
  kind: StreamKind;
  address: CatalogueAddress;
  /** The series whose episodes these are. */
  series?: { name: string };
}

export function Streams({ kind, address, series }: StreamsProps) {
  const words = streamWords[kind];
  const now = useNow();
  const { asked } = address;
  const list = useCall(listStreams, { query: queryOf(kind, address) }, { keepPrevious: true });
  const lists = useCall(listSourceLists, {}, { staleMs: 30_000 });
  const [flash, flashRow] = useFlash();
  const check = useSourceCheck(address);
  const hide = useHiding(flashRow);
  const edited =
    asked.janela === 'editar' ? list.data?.data.find(({ id }) => id === asked.item) : undefined;
  const scope = { kind, category: asked.categoria, list: asked.lista };
  return (
    <SectionFrame
      section={words.section}
      page={
        kind === 'episode'
          ? {
              title: series?.name ? `Episódios de ${series.name}` : 'Episódios',
              phoneTitle: series?.name ?? 'Episódios',
            }
          : undefined
      }
      note={keptNote}
      actions={
        kind !== 'episode' && <CheckSources check={check} scope={scope} noun={words.noun[1]} />
      }
    >
      <ItemList<CatalogueStream>
        address={address}
        list={list}
        label={words.label}
        noun={words.noun}
        {...(words.categories ? { categories: words.categories } : {})}
        selects={[stateSelect(kind, address), ...listSelect(lists.data, address)]}
        columns={streamColumns(kind, now)}
        actions={streamActions(address, check, hide)}
        sort={sortOf(kind, address)}
        rowSignal={(row) => (row.source_state === 'problem' ? 'bad' : undefined)}
        flash={flash}
        empty={{
          icon: kindIcons[kind],
          title: 'Importe sua primeira lista M3U',
          text: `${words.empty}: você vê o que entra antes de qualquer coisa ir ao ar.`,
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
      >
        {check.banner}
      </ItemList>
      {edited && (
        <EditItem key={edited.id} item={edited} onClose={address.close} onSaved={flashRow} />
      )}
    </SectionFrame>
  );
}

/** Films stand by name, what has a number by it. */
const sortOf = (kind: StreamKind, { asked }: Pick<CatalogueAddress, 'asked'>) => ({
  key: streamSorts.find((sort) => sort === asked.sort) ?? (kind === 'film' ? 'name' : 'number'),
  direction: asked.dir ?? ('asc' as const),
});

const queryOf = (kind: StreamKind, { asked, page, perPage }: CatalogueAddress) => ({
  kind,
  page,
  per_page: perPage,
  sort: sortOf(kind, { asked }).key,
  dir: sortOf(kind, { asked }).direction,
  ...(asked.search ? { search: asked.search } : {}),
  ...(asked.categoria ? { category: asked.categoria } : {}),
  ...(asked.lista ? { list: asked.lista } : {}),
  ...(asked.situacao ? { state: asked.situacao } : {}),
  ...(kind === 'episode' && asked.serie ? { series: asked.serie } : {}),
});

type StreamFilter = (typeof streamFilters)[number];

const filterLabels: Record<StreamFilter, string> = {
  problem: 'Com problema',
  ok: 'Respondem',
  unknown: 'Não verificados',
  hidden: 'Ocultos',
  gone: 'Fora da lista',
  'without-guide': 'Sem guia',
};

/** Only channels have a guide. */
const stateSelect = (kind: StreamKind, { asked, change }: CatalogueAddress): FilterSelect => ({
  label: 'Situação',
  value: asked.situacao ?? 'all',
  options: [
    { value: 'all', label: 'Todas' },
    ...streamFilters
      .filter((filter) => kind === 'live' || filter !== 'without-guide')
      .map((value) => ({ value, label: filterLabels[value], phoneLabel: filterLabels[value] })),
  ],
  onChange: (next) => change({ situacao: next === 'all' ? undefined : (next as StreamFilter) }),
});

/** A choice only where there is one, or where the address names one. */
function listSelect(
  lists: readonly { id: number; name: string }[] | undefined,
  { asked, change }: CatalogueAddress,
): FilterSelect[] {
  if (!lists || (lists.length < 2 && asked.lista === undefined)) return [];
  return [
    {
      label: 'Lista',
      value: asked.lista === undefined ? 'all' : String(asked.lista),
      options: [
        { value: 'all', label: 'Todas' },
        ...lists.map(({ id, name }) => ({ value: String(id), label: name, phoneLabel: name })),
      ],
      onChange: (next) => change({ lista: next === 'all' ? undefined : Number(next) }),
    },
  ];
}

function streamActions(
  address: CatalogueAddress,
  check: SourceCheck,
  hide: (row: CatalogueStream) => void,
): RowAction<CatalogueStream>[] {
  return [
    {
      key: 'edit',
      label: 'Editar',
      icon: IconEdit,
      place: 'table',
      iconOnly: true,
      shortcut: 'e',
      run: (row) => address.open('editar', row.id),
    },
    {
      key: 'edit-card',
      label: 'Editar',
      icon: IconEdit,
      place: 'card',
      run: (row) => address.open('editar', row.id),
    },
    {
      key: 'edit-menu',
      label: 'Editar',
      icon: IconEdit,
      group: 'editar',
      run: (row) => address.open('editar', row.id),
    },
    {
      key: 'check',
      label: 'Verificar origem',
      icon: IconPlugConnected,
      group: 'editar',
      run: (row) => check.one(row),
    },
    {
      key: 'hide',
      label: 'Ocultar',
      icon: IconEyeOff,
      group: 'ocultar',
      available: ({ hidden }) => !hidden,
      run: hide,
    },
    {
      key: 'show',
      label: 'Mostrar',
      icon: IconEye,
      group: 'ocultar',
      available: ({ hidden }) => hidden,
      run: hide,
    },
  ];
}
