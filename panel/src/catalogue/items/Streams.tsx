/** Lists of channels, films and episodes: one component with three descriptions. */
import {
  type CatalogueStream,
  listStreams,
  type StreamKind,
  type streamSorts,
  streamFilters,
  editStream,
} from '@ramal/contract/catalogue/catalogue';
import { listSourceLists } from '@ramal/contract/catalogue/catalogue-lists';
import { useCall, useAction } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { useFlash } from '../../ui/list/use-flash.ts';
import { ArchiveDialog } from '../archive/ArchiveDialog.tsx';
import { ProveArchives } from '../archive/ProveArchives.tsx';
import { SourcesDialog } from '../channel-sources/SourcesDialog.tsx';
import { CatalogueScreen } from '../CatalogueScreen.tsx';
import { type CatalogueParams, useCatalogueParams } from '../catalogue-params.ts';
import { ImportListLink } from '../ImportListLink.tsx';
import type { SectionKey } from '../sections.ts';
import { CheckSources } from './CheckSources.tsx';
import { EditItem } from './edit/EditItem.tsx';
import { streamColumns } from './item-columns.tsx';
import { kindIcons } from './item-icons.ts';
import { streamActions } from './stream-actions.ts';
import { useItemList } from './use-item-list.tsx';
import { useSourceCheck } from './use-source-check.tsx';
import type { NamedRow } from '../named-list.ts';
import { IconBroadcastOff, IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { thisItem } from './item.ts';

interface StreamTexts {
  readonly section: SectionKey;
  readonly label: string;
  readonly noun: readonly [one: string, many: string];
  readonly categories?: 'live' | 'film';
  readonly empty: string;
}

const streamTexts: Record<StreamKind, StreamTexts> = {
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

export const Channels = () => <Streams kind="live" />;
export const Films = () => <Streams kind="film" />;

interface StreamsProps {
  kind: StreamKind;
  /** Name of the series that the listed episodes belong to. Undefined until it is loaded. */
  seriesName?: string | undefined;
}

export function Streams({ kind, seriesName }: StreamsProps) {
  const texts = streamTexts[kind];
  const now = useNow();
  const params = useCatalogueParams(`streams-${kind}`, kind);
  const query = useCall(listStreams, { query: queryOf(kind, params) }, { keepPrevious: true });
  const sourceLists = useCall(listSourceLists, {}, { staleMs: 30_000 });
  const [flash, flashRow] = useFlash();
  const check = useSourceCheck(params);
  const toggleHidden = useToggleHidden(flashRow);
  const { category, list } = params.values;
  const items = useItemList<CatalogueStream>({
    params,
    query,
    noun: texts.noun,
    columns: streamColumns(kind, now),
    categories: texts.categories,
    segments: useArchiveSegments(kind, params),
    selects: [stateSelect(kind, params), ...listSelect(sourceLists.data, params)],
  });
  return (
    <CatalogueScreen<CatalogueStream>
      section={texts.section}
      page={kind === 'episode' ? episodesPage(seriesName) : undefined}
      note="O que você edita aqui, as importações mantêm."
      buttons={
        kind !== 'episode' && (
          <>
            <CheckSources check={check} scope={{ kind, category, list }} noun={texts.noun[1]} />
            {kind === 'live' && (
              <ProveArchives running={check.running} onProve={check.proveArchives} />
            )}
          </>
        )
      }
      list={{
        ...items,
        name: `streams-${kind}`,
        label: texts.label,
        actions: streamActions({
          edit: ({ id }) => params.openDialog('edit', id),
          check: check.checkStream,
          openSources: ({ id }) => params.openDialog('sources', id),
          openArchive: ({ id }) => params.openDialog('archive', id),
          toggleHidden,
        }),
        rowSignal: (row) => (row.sourceState === 'problem' ? 'bad' : undefined),
        flash,
        banner: check.banner,
        empty: {
          icon: kindIcons[kind],
          title: 'Importe sua primeira lista M3U',
          text: `${texts.empty}: você vê o que entra antes de qualquer coisa ir ao ar.`,
          actions: <ImportListLink />,
        },
      }}
      rowDialogs={{
        edit: (item, { onClose }) => <EditItem item={item} onClose={onClose} onSaved={flashRow} />,
        sources: (channel, { onClose }) => (
          <SourcesDialog channel={channel} onClose={onClose} onSaved={flashRow} />
        ),
        archive: (channel, { onClose }) => (
          <ArchiveDialog channel={channel} onClose={onClose} onSaved={flashRow} />
        ),
      }}
    />
  );
}

const episodesPage = (series: string | undefined) => ({
  title: series ? `Episódios de ${series}` : 'Episódios',
  phoneTitle: series ?? 'Episódios',
});

function queryOf(kind: StreamKind, { query, values }: CatalogueParams) {
  const { category, list, state, series } = values;
  return {
    kind,
    ...query,
    // The cast is safe, because the parameter definition permits only these sort values.
    sort: query.sort as (typeof streamSorts)[number],
    ...(category ? { category } : {}),
    ...(list ? { list } : {}),
    ...(state ? { state } : {}),
    ...(kind === 'episode' && series ? { series } : {}),
  };
}

const stateLabels: Record<(typeof streamFilters)[number], string> = {
  problem: 'Com problema',
  ok: 'Respondem',
  unknown: 'Não verificados',
  hidden: 'Ocultos',
  gone: 'Fora da lista',
  'without-guide': 'Sem guia',
  'archive-problem': 'Arquivo com problema',
};

/** Filter values that apply only to channels. */
const channelStates: readonly string[] = ['without-guide', 'archive-problem'];

const stateSelect = (kind: StreamKind, params: CatalogueParams) =>
  params.filter('state', {
    label: 'Situação',
    options: [
      { value: undefined, label: 'Todas' },
      ...streamFilters
        .filter((state) => kind === 'live' || !channelStates.includes(state))
        .map((value) => ({ value, label: stateLabels[value], phoneLabel: stateLabels[value] })),
    ],
  });

/** Counts the channels with an archive problem and returns a filter for them. */
function useArchiveSegments(kind: StreamKind, params: CatalogueParams) {
  const isLive = kind === 'live';
  const problems = useCall(
    listStreams,
    { query: { kind: 'live', state: 'archive-problem', perPage: 1 } },
    { enabled: isLive, staleMs: 30_000 },
  );
  const count = problems.data?.total;
  if (!isLive) return undefined;
  return params.filter('state', {
    label: 'Arquivo',
    options: [
      { value: undefined, label: 'Todos' },
      {
        value: 'archive-problem',
        label: 'Arquivo com problema',
        ...(count === undefined ? {} : { count }),
      },
    ],
  });
}

/** Returns the filter for the source list, if several lists exist or the address selects a list. */
export function listSelect(lists: readonly NamedRow[] | undefined, params: CatalogueParams) {
  if (!lists || (lists.length < 2 && params.values.list === undefined)) return [];
  return [
    params.filter('list', {
      label: 'Lista',
      options: [
        { value: undefined, label: 'Todas' },
        ...lists.map(({ id, name }) => ({ value: id, label: name, phoneLabel: name })),
      ],
    }),
  ];
}

/**
 * Returns an action that hides an item from the apps or shows it again. The item is not deleted.
 */
function useToggleHidden(onDone: (id: number) => void): (stream: CatalogueStream) => void {
  const confirm = useConfirm();
  const toast = useToast();
  const action = useAction(editStream, { refresh: [listStreams] });
  const toggle = async (stream: CatalogueStream) => {
    const { id, name, hidden, kind } = stream;
    const done = await confirm({
      title: `${hidden ? 'Mostrar' : 'Ocultar'} ${thisItem[kind]}?`,
      icon: hidden ? IconEye : IconEyeOff,
      object: { name, note: stream.categoryName },
      facts: hidden
        ? [
            {
              icon: IconEye,
              tone: 'ok',
              text: 'Volta às listas dos aplicativos e pode ser assistido.',
            },
          ]
        : [
            {
              icon: IconBroadcastOff,
              tone: 'warn',
              text: 'Sai das listas dos aplicativos. Quem o assiste agora para.',
            },
            {
              icon: IconRefresh,
              tone: 'ok',
              text: 'Continua aqui, e as importações o mantêm oculto.',
            },
          ],
      confirmLabel: hidden ? 'Sim, mostrar' : 'Sim, ocultar',
      onConfirm: () => action.mutateAsync({ params: { id }, body: { hidden: !hidden } }),
    });
    if (!done) return;
    onDone(id);
    toast({ title: hidden ? 'De volta aos aplicativos' : 'Fora dos aplicativos', text: name });
  };
  return (stream) => void toggle(stream);
}
