import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useIsPhone } from '../../foundation/viewport.ts';
import { ListToolbar } from '../../ui/table/ListToolbar.tsx';
import { SearchField } from '../../ui/table/SearchField.tsx';
import type { ListViewState } from '../../ui/views/use-list-view.ts';
import type { ResellerFilter, ResellersAddress } from './list-address.ts';

const situations = [
  { value: 'all', label: 'Todas' },
  { value: 'idle', label: 'Sem recarga há 90 dias' },
  { value: 'blocked', label: 'Bloqueadas' },
];
const deleted = { value: 'deleted', label: 'Excluídas' };

/** K-33. */
const WAIT_MS = 1000;

export interface ResellerSearchProps {
  address: ResellersAddress;
  isAdmin: boolean;
  refreshing: boolean;
  onRefresh: () => void;
  view: ListViewState;
}

/** By user name or WhatsApp, and by ID (S-RESLIST-06, -07), and by situation (K-40, Q-UNDO). On the phone Atualizar stands beside them. */
export function ResellerSearch({
  address,
  isAdmin,
  refreshing,
  onRefresh,
  view,
}: ResellerSearchProps) {
  const isPhone = useIsPhone();
  const { search, searchId, status, change } = address;
  return (
    <ListToolbar
      view={view}
      search={{
        value: search,
        placeholder: 'Usuário ou WhatsApp',
        waitMs: WAIT_MS,
        onChange: (text) => change({ search: text === '' ? undefined : text }),
      }}
      segments={{
        label: 'Situação',
        value: status ?? 'all',
        options: isAdmin ? [...situations, deleted] : situations,
        onChange: (value) =>
          change({ status: value === 'all' ? undefined : (value as ResellerFilter) }),
      }}
    >
      <div className="resellers-search-id">
        <SearchField
          second
          inputMode="numeric"
          waitMs={WAIT_MS}
          value={searchId === undefined ? '' : String(searchId)}
          placeholder="ID da revenda"
          onChange={(text) => change({ searchID: idIn(text) })}
        />
      </div>
      {isPhone && (
        <ActionIcon
          className="resellers-refresh"
          variant="default"
          size={46}
          aria-label="Atualizar"
          loading={refreshing}
          onClick={onRefresh}
        >
          <IconRefresh size={20} stroke={1.75} />
        </ActionIcon>
      )}
    </ListToolbar>
  );
}

function idIn(text: string): number | undefined {
  const id = Number(text.slice(0, 15));
  return id > 0 ? id : undefined;
}
