import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useIsPhone } from '../../foundation/viewport.ts';
import type { ListFilters } from '../../ui/list/list.ts';
import { SearchField } from '../../ui/table/toolbar/SearchField.tsx';
import classes from './reseller-filters.module.css';
import type { ResellerParams } from './reseller-params.ts';

/** K-33. */
const WAIT_MS = 1000;

interface Refresh {
  readonly run: () => void;
  readonly running: boolean;
}

/** By user name or WhatsApp, by ID and by situation (S-RESLIST-06, -07, K-40, Q-UNDO). */
export const resellerFilters = (
  params: ResellerParams,
  isAdmin: boolean,
  refresh: Refresh,
): ListFilters => ({
  search: { placeholder: 'Usuário ou WhatsApp', waitMs: WAIT_MS },
  segments: params.filter('status', {
    label: 'Situação',
    options: [
      { value: undefined, label: 'Todas' },
      { value: 'idle', label: 'Sem recarga há 90 dias' },
      { value: 'blocked', label: 'Bloqueadas' },
      ...(isAdmin ? [{ value: 'deleted' as const, label: 'Excluídas' }] : []),
    ],
  }),
  extra: <SearchById params={params} refresh={refresh} />,
});

/** On the phone «Atualizar» stands beside it. */
function SearchById({ params, refresh }: { params: ResellerParams; refresh: Refresh }) {
  const isPhone = useIsPhone();
  const { searchID } = params.values;
  return (
    <>
      <div className={classes.byId}>
        <SearchField
          second
          inputMode="numeric"
          waitMs={WAIT_MS}
          value={searchID === undefined ? '' : String(searchID)}
          placeholder="ID da revenda"
          onChange={(text) => params.change({ searchID: idIn(text) })}
        />
      </div>
      {isPhone && (
        <ActionIcon
          radius={12}
          variant="default"
          size={46}
          aria-label="Atualizar"
          loading={refresh.running}
          onClick={refresh.run}
        >
          <IconRefresh size={20} stroke={1.75} />
        </ActionIcon>
      )}
    </>
  );
}

function idIn(text: string): number | undefined {
  const id = Number(text.slice(0, 15));
  return id > 0 ? id : undefined;
}
