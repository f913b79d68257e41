import { IconRefresh } from '@tabler/icons-react';
import { countOf } from '../../foundation/numbers.ts';
import { SheetGroup, SheetRow } from '../../ui/bottom-sheet/SheetRow.tsx';
import { FilterSheet } from '../../ui/list/FilterSheet.tsx';
import type { ListFilters } from '../../ui/list/list.ts';
import type { Column } from '../../ui/table/columns.ts';
import type { ResellerParams } from './reseller-params.ts';
import type { TreeRow } from './tree-rows.ts';

/** K-33. */
const WAIT_MS = 1000;

/** Among cards a sheet holds the order, the views and «Atualizar». */
interface CardsInput {
  readonly columns: readonly Column<TreeRow>[];
  readonly total: number | undefined;
  readonly onRefresh: () => void;
}

/** By user name, WhatsApp or ID, and by situation (S-RESLIST-06, -07, K-40, Q-UNDO). */
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
  sheet:
    cards &&
    ((view) => (
      <FilterSheet
        title="Ordem e visões"
        inUse={0}
        shows={cards.total === undefined ? undefined : countOf(cards.total, 'revenda', 'revendas')}
        columns={cards.columns}
        list={params}
        view={view}
        rest={(choose) => (
          <SheetGroup>
            <SheetRow icon={IconRefresh} label="Atualizar" onClick={choose(cards.onRefresh)} />
          </SheetGroup>
        )}
      />
    )),
});
