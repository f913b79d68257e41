import { exportResellers } from '@ramal/contract/resellers/reseller-tree';
import { IconFileSpreadsheet, IconRefresh, IconUserSearch } from '@tabler/icons-react';
import { useExport } from '../../exports/use-export.tsx';
import { pluralize } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { SheetGroup, SheetRow, SheetTitle } from '../../ui/bottom-sheet/SheetRow.tsx';
import { FilterSheet } from '../../ui/list/FilterSheet.tsx';
import type { ListFilters } from '../../ui/list/list.ts';
import type { Column } from '../../ui/table/columns.ts';
import type { ListViewState } from '../../ui/views/use-list-view.ts';
import { EXPORT_FAILED, FIND_USER, ViewSwitch } from './ListButtons.tsx';
import type { ResellerParams } from './reseller-params.ts';
import type { TreeRow } from './tree-rows.ts';

/** Pause in ms after typing before the search starts (K-33). */
const WAIT_MS = 1000;

/**
 * Data for the filter sheet of a list of cards. The sheet contains the sort order, the views and
 * «Atualizar».
 */
interface CardsInput {
  readonly columns: readonly Column<TreeRow>[];
  readonly total: number | undefined;
  readonly onRefresh: () => void;
}

/** Filters by user name, WhatsApp or ID, and by status (S-RESLIST-06, -07, K-40, Q-UNDO). */
export const resellerFilters = (
  params: ResellerParams,
  isAdmin: boolean,
  cards: CardsInput | undefined,
): ListFilters => ({
  search: { placeholder: 'Usuário, WhatsApp ou ID', waitMs: WAIT_MS },
  segments: params.filter('status', {
    label: 'Situação',
    options: [
      { value: undefined, label: 'Todas' },
      { value: 'idle', label: 'Sem recarga há 90 dias' },
      { value: 'blocked', label: 'Bloqueadas' },
      ...(isAdmin ? [{ value: 'deleted' as const, label: 'Excluídas' }] : []),
    ],
  }),
  selects: [
    params.filter('levels', {
      label: 'Níveis',
      options: levelsFor(isAdmin && params.values.under === undefined),
    }),
  ],
  sheet: cards && ((view) => <ResellerSheet {...{ params, isAdmin, view }} {...cards} />),
});

/**
 * Returns the options for the levels of the list. Without a selected account, an admin lists all
 * accounts and a reseller lists its direct children.
 */
const levelsFor = (ofEverybody: boolean) =>
  [
    { value: undefined, label: ofEverybody ? 'Com administradores' : 'Só diretas' },
    {
      value: 'all' as const,
      ...(ofEverybody
        ? { label: 'Só revendas', phoneLabel: 'Só revendas' }
        : { label: 'Toda a rede', phoneLabel: 'Toda a rede' }),
    },
  ] as const;

interface SheetInput extends CardsInput {
  readonly params: ResellerParams;
  readonly isAdmin: boolean;
  readonly view: ListViewState | undefined;
}

/**
 * Filter sheet of a list of cards. On a phone it also contains the controls that wider screens show
 * next to the title.
 */
function ResellerSheet({ params, isAdmin, columns, total, onRefresh, view }: SheetInput) {
  const isPhone = useIsPhone();
  const exporting = useExport(exportResellers, { failed: EXPORT_FAILED });
  return (
    <>
      <FilterSheet
        title="Ordem e visões"
        inUse={0}
        shows={total === undefined ? undefined : pluralize(total, 'revenda', 'revendas')}
        busy={exporting.busy}
        columns={columns}
        list={params}
        view={view}
        rest={(choose) => (
          <SheetGroup>
            <SheetRow icon={IconRefresh} label="Atualizar" onClick={choose(onRefresh)} />
            {isPhone && isAdmin && (
              <SheetRow
                icon={IconUserSearch}
                label={FIND_USER}
                onClick={choose(() => params.openDialog('find-user'))}
              />
            )}
            {isPhone && (
              <SheetRow
                icon={IconFileSpreadsheet}
                label="Exportar Excel"
                onClick={choose(() => exporting.start({ body: params.filters }))}
              />
            )}
          </SheetGroup>
        )}
      >
        {isPhone && (
          <>
            <SheetTitle>Mostrar como</SheetTitle>
            <ViewSwitch params={params} />
          </>
        )}
      </FilterSheet>
      {exporting.window}
    </>
  );
}
