/**
 * /categorie-config, «Jogos do dia»: channels that are removed from the player automatically
 * (S-GAMES, R-08, K-59).
 */
import { Button } from '@mantine/core';
import {
  type TemporaryCategory,
  type TemporaryChannel,
  listTemporaryCategories,
  listTemporaryChannels,
} from '@ramal/contract/catalogue/temporary-channels';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBallFootball,
  IconDatabaseExport,
  IconEdit,
  IconFolderPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useNow } from '../foundation/use-now.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import type { ListFilters, NothingFoundText } from '../ui/list/list.ts';
import type { ListFormProps } from '../ui/list/ListForm.tsx';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { useFlash } from '../ui/list/use-flash.ts';
import { wholePage } from '../ui/list/whole-page.ts';
import { Notice } from '../ui/status/Notice.tsx';
import type { RowAction } from '../ui/table/columns.ts';
import { AddGame, type AddGameProps } from './AddGame.tsx';
import { ChangeGame } from './ChangeGame.tsx';
import { CreateCategory } from './CreateCategory.tsx';
import { gameColumns, stateLabels } from './game-columns.tsx';
import { type GamesParams, useGamesParams } from './games-params.ts';
import { type GameActions, useGameActions } from './use-game-actions.tsx';

/**
 * Refresh interval. The server adds a channel to the player within a minute, and the list then
 * shows its new state.
 */
const REFRESH_MS = 15_000;

export const TodaysGames = () => (
  <RequirePermission when={({ grants }) => grants.includes('games')}>
    <Games />
  </RequirePermission>
);

function Games() {
  const params = useGamesParams();
  const { state, category } = params.values;
  const now = useNow();
  const [flash, flashRow] = useFlash();
  const acts = useGameActions();
  const query = useCall(listTemporaryChannels, {}, { refreshEveryMs: REFRESH_MS });
  const stored = useCall(listTemporaryCategories, {});
  const categories = stored.data?.categories ?? [];
  const form = useAddForm({ categories, now, onAdded: flashRow });
  const games = query.data?.channels;
  const ofCategory = games?.filter((game) => !category || game.category === category);
  const columns = gameColumns(now);
  const count = games?.length ?? 0;
  return (
    <ListScreen<TemporaryChannel>
      title="Jogos do dia"
      breadcrumb={[{ label: 'Linhas' }, { label: 'Jogos do dia' }]}
      note="Saem do ar sozinhos no horário marcado."
      buttons={<Buttons params={params} acts={acts} />}
      lastButton={<RemoveAllButton count={games?.length} acts={acts} />}
      onRefresh={() => void Promise.all([query.refetch(), stored.refetch()])}
      above={
        stored.error &&
        !stored.data && (
          <Notice tone="bad" icon={IconAlertTriangle} title="Não deu para carregar as categorias">
            {stored.error.message}
          </Notice>
        )
      }
      form={form}
      list={{
        name: 'games',
        label: 'Jogos do dia',
        noun: ['canal temporário', 'canais temporários'],
        params,
        query,
        polls: true,
        flash,
        page: wholePage(
          ofCategory?.filter(isIn(state)),
          params,
          columns,
          ({ name, origimName: origin }) => `${origin} ${name}`,
        ),
        columns,
        actions: rowActions((id) => params.openDialog('change', id), acts.remove),
        rowKey: ({ id }) => id,
        rowName: ({ name }) => name,
        rowSignal: (row) => (row.state === 'no-signal' ? 'bad' : undefined),
        filters: filtersOf(params, ofCategory, categories),
        empty: empty(stored.data?.categories.length !== 0),
        nothingFound: params.search || state || category ? nothingFound(params, count) : undefined,
      }}
      dialogs={{
        category: ({ onClose }) => <CreateCategory categories={categories} onClose={onClose} />,
      }}
      rowDialogs={{ change: (game, dialog) => <ChangeGame {...dialog} game={game} now={now} /> }}
    />
  );
}

/**
 * Returns the props of the form that adds a channel. On a phone the form is a dialog, which closes
 * after the channel was added.
 */
function useAddForm({ onAdded, ...props }: AddGameProps): ListFormProps {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return {
    title: 'Adicionar canal',
    label: 'Adicionar canal',
    opened,
    onOpen: () => setOpened(true),
    onClose: close,
    children: (
      <AddGame
        {...props}
        onAdded={(id) => {
          close();
          onAdded(id);
        }}
      />
    ),
  };
}

const empty = (hasCategories: boolean) => ({
  icon: IconBallFootball,
  title: 'Nenhum jogo no player',
  text: hasCategories
    ? 'Escolha o canal que vai passar o jogo e a hora em que ele acaba.'
    : 'Crie uma categoria, escolha o canal que vai passar o jogo e a hora em que ele acaba.',
});

const isIn = (state: GamesParams['values']['state']) => (game: TemporaryChannel) =>
  !state || game.state === state;

const filtersOf = (
  params: GamesParams,
  games: readonly TemporaryChannel[] | undefined,
  categories: readonly TemporaryCategory[],
): ListFilters => ({
  search: { placeholder: 'Canal ou nome' },
  segments: params.filter('state', {
    label: 'Situação',
    options: [
      { value: undefined, label: 'Todos', count: games?.length ?? 0 },
      ...(['listed', 'no-signal'] as const).map((value) => ({
        value,
        label: stateLabels[value].text,
        count: games?.filter(isIn(value)).length ?? 0,
      })),
    ],
  }),
  selects: [
    params.filter('category', {
      label: 'Categoria',
      options: [
        { value: undefined, label: 'Todas' },
        ...categories.map(({ name }) => ({ value: name, label: name, phoneLabel: name })),
      ],
    }),
  ],
});

const nothingFound = (params: GamesParams, count: number): NothingFoundText => ({
  title: params.search ? `Nada para “${params.search}”` : 'Nenhum canal assim',
  text: `Procuramos entre ${pluralize(count, 'canal temporário', 'canais temporários')}.`,
  clear: {
    label: 'Mostrar todos',
    onClick: () => params.change({ search: undefined, state: undefined, category: undefined }),
  },
});

interface ButtonsProps {
  readonly params: GamesParams;
  readonly acts: GameActions;
}

const Buttons = ({ params, acts }: ButtonsProps) => (
  <>
    <Button
      variant="default"
      leftSection={<IconFolderPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => params.openDialog('category')}
    >
      Adicionar categoria
    </Button>
    <Button
      variant="default"
      loading={acts.update.isPending}
      leftSection={<IconDatabaseExport size={16} stroke={1.75} aria-hidden />}
      onClick={() => acts.update.mutate({})}
    >
      Atualizar cache
    </Button>
  </>
);

interface RemoveAllButtonProps {
  /** Undefined until the channels are loaded. */
  readonly count: number | undefined;
  readonly acts: GameActions;
}

const RemoveAllButton = ({ count, acts }: RemoveAllButtonProps) => (
  <Button
    variant="default"
    c="var(--bad)"
    leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
    onClick={() => void acts.removeAll(count)}
  >
    Excluir todos
  </Button>
);

const rowActions = (
  change: (id: number) => void,
  remove: (game: TemporaryChannel) => Promise<boolean>,
): RowAction<TemporaryChannel>[] => [
  {
    key: 'change',
    label: 'Trocar canal',
    icon: IconArrowsExchange,
    slot: 'row',
    available: ({ state }) => state === 'no-signal',
    run: ({ id }) => change(id),
  },
  {
    key: 'edit',
    label: 'Trocar canal ou hora',
    icon: IconEdit,
    slot: 'row',
    iconOnly: true,
    available: ({ state }) => state !== 'no-signal',
    run: ({ id }) => change(id),
  },
  {
    key: 'delete',
    label: 'Excluir',
    icon: IconTrash,
    slot: 'row',
    iconOnly: true,
    run: (game) => void remove(game),
  },
];
