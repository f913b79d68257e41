/**
 * List of the channels: the quality and the state of their sources, and the source that is in use.
 */
import {
  type channelSourceSorts,
  type ChannelSourcesRow,
  channelSourceFilters,
  listChannelSources,
} from '@ramal/contract/catalogue/channel-sources';
import { listSourceLists } from '@ramal/contract/catalogue/catalogue-lists';
import { IconPlugConnected, IconRoute } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { useFlash } from '../../ui/list/use-flash.ts';
import type { RowAction } from '../../ui/table/columns.ts';
import { CatalogueScreen } from '../CatalogueScreen.tsx';
import { type CatalogueParams, useCatalogueParams } from '../catalogue-params.ts';
import { ImportListLink } from '../ImportListLink.tsx';
import { CheckSources } from '../items/CheckSources.tsx';
import { listSelect } from '../items/Streams.tsx';
import { useItemList } from '../items/use-item-list.tsx';
import { useSourceCheck } from '../items/use-source-check.tsx';
import { SourcesDialog } from './SourcesDialog.tsx';
import { sourceColumns } from './source-columns.tsx';
import { filterLabels } from './source-texts.ts';

export function ChannelSources() {
  const now = useNow();
  const params = useCatalogueParams('channel-sources', 'sources');
  const { category, list } = params.values;
  const query = useCall(
    listChannelSources,
    { query: queryOf(params) },
    { keepPrevious: true, refreshEveryMs: REFRESH_MS },
  );
  const lists = useCall(listSourceLists, {}, { staleMs: 30_000 });
  const [flash, flashRow] = useFlash();
  const check = useSourceCheck(params);
  const items = useItemList<ChannelSourcesRow>({
    params,
    query,
    noun: ['canal', 'canais'],
    columns: sourceColumns(now),
    categories: 'live',
    segments: useProblemSegments(params),
    selects: [healthSelect(params), ...listSelect(lists.data, params)],
  });
  return (
    <CatalogueScreen<ChannelSourcesRow>
      section="fontes"
      note="Cada canal usa a primeira fonte que funciona, e volta à primeira depois que ela se comprova."
      buttons={
        <CheckSources check={check} scope={{ kind: 'live', category, list }} noun="canais" />
      }
      list={{
        ...items,
        name: 'channel-sources',
        label: 'Fontes',
        actions: rowActions(params, check.checkChannel),
        rowSignal: ({ state }) => signals[state],
        flash,
        banner: check.banner,
        empty: {
          icon: IconRoute,
          title: 'Nenhum canal ainda',
          text: 'Os canais e as fontes deles vêm de uma lista M3U.',
          actions: <ImportListLink />,
        },
      }}
      rowDialogs={{
        sources: (channel, { onClose }) => (
          <SourcesDialog channel={channel} onClose={onClose} onSaved={flashRow} />
        ),
      }}
    />
  );
}

/** Refresh interval in ms. The states change automatically, even if no admin does anything. */
const REFRESH_MS = 30_000;

const signals: Partial<Record<ChannelSourcesRow['state'], 'bad' | 'warn'>> = {
  lost: 'bad',
  fallback: 'warn',
};

const rowActions = (
  params: CatalogueParams,
  check: (id: number) => void,
): RowAction<ChannelSourcesRow>[] => [
  {
    key: 'sources',
    label: 'Fontes',
    icon: IconRoute,
    slot: 'row',
    opens: true,
    run: ({ id }) => params.openDialog('sources', id),
  },
  {
    key: 'check',
    label: 'Verificar agora',
    icon: IconPlugConnected,
    group: 'edit',
    run: ({ id }) => check(id),
  },
];

function queryOf({ query, values }: CatalogueParams) {
  const { category, list, health } = values;
  return {
    ...query,
    // The cast is safe, because the parameter definition permits only these sort values.
    sort: query.sort as (typeof channelSourceSorts)[number],
    ...(category ? { category } : {}),
    ...(list ? { list } : {}),
    ...(health ? { state: health } : {}),
  };
}

const healthSelect = (params: CatalogueParams) =>
  params.filter('health', {
    label: 'Situação',
    options: [
      { value: undefined, label: 'Todas' },
      ...channelSourceFilters.map((value) => ({
        value,
        label: filterLabels[value],
        phoneLabel: filterLabels[value],
      })),
    ],
  });

/** Counts the channels with a problem and returns a filter for them. */
function useProblemSegments(params: CatalogueParams) {
  const problems = useCall(
    listChannelSources,
    { query: { state: 'problem', perPage: 1 } },
    { staleMs: 30_000 },
  );
  const count = problems.data?.total;
  return params.filter('health', {
    label: 'Fontes',
    options: [
      { value: undefined, label: 'Todos' },
      {
        value: 'problem',
        label: 'Com problema',
        ...(count === undefined ? {} : { count }),
      },
    ],
  });
}
