/**
 * /2fa-manager: removes the second factors of many accounts at once, for admins (S-2FAMGR, Q-BULK2FA).
 * Other accounts see «Sem permissão» (Q-2FAMGRGUARD).
 */
import { Button, Checkbox } from '@mantine/core';
import { listSecondFactors } from '@ramal/contract/second-factors';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import type { NothingFoundText } from '../ui/list/list.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { type FactorRow, hasFactor, secondFactorColumns } from './second-factor-columns.tsx';
import { secondFactorParams } from './second-factor-params.ts';
import classes from './SecondFactors.module.css';
import { useRemoveFactors } from './use-remove-factors.tsx';

/** Pause in ms after typing before the search starts (K-35). */
const WAIT_MS = 500;

export function SecondFactors() {
  return (
    <RequirePermission when={({ profile }) => profile === 'admin'}>
      <SecondFactorList />
    </RequirePermission>
  );
}

function SecondFactorList() {
  const params = useListParams(secondFactorParams, 'second-factors');
  const { searchID } = params.values;
  const query = useCall(
    listSecondFactors,
    { query: { ...params.query, ...(searchID ? { searchID } : {}) } },
    { keepPrevious: true },
  );
  // The search field replaces the parameters `search` and `searchID`. The address of an earlier
  // version can contain only `searchID`.
  const search = params.search || (searchID ?? '');
  const setSearch = (text: string) =>
    params.change({ search: text || undefined, searchID: undefined });
  const { selection, count, busy, remove, dialog } = useRemoveFactors();
  const choosable = query.data?.data.filter(hasFactor) ?? [];
  const isPageChosen = choosable.length > 0 && choosable.every(({ id }) => selection.has(id));
  const removeButton = <RemoveButton count={count} busy={busy} onClick={remove} />;
  const extra = (
    <Checkbox
      className={classes.page ?? ''}
      label="Marcar a página"
      disabled={choosable.length === 0}
      checked={isPageChosen}
      onChange={() => selection.set(choosable, !isPageChosen)}
    />
  );
  return (
    <>
      <ListScreen<FactorRow>
        title="Gerenciador de 2FA"
        breadcrumb={[{ label: 'Mais' }, { label: 'Gerenciador de 2FA' }]}
        note="Para quem perdeu o celular e os códigos de recuperação."
        refresh={false}
        buttons={removeButton}
        list={{
          name: 'second-factors',
          label: 'Contas',
          noun: ['conta', 'contas'],
          params: { ...params, search, setSearch },
          query: { ...query, isFetching: query.isFetching || busy },
          page: query.data,
          columns: secondFactorColumns(selection, search),
          rowKey: ({ id }) => id,
          rowName: ({ username }) => username,
          filters: {
            search: { placeholder: 'Nome ou ID da revenda', waitMs: WAIT_MS },
            extra,
          },
          failure: ({ message, requestId }) => ({ text: message, requestId }),
          empty,
          nothingFound: nothingFound(search, () => setSearch('')),
        }}
      />
      {dialog}
    </>
  );
}

const empty = {
  icon: IconShieldCheck,
  title: 'Nenhuma conta ainda',
  text: 'As revendas aparecem aqui quando forem cadastradas.',
};

const nothingFound = (
  search: string | undefined,
  clear: () => void,
): NothingFoundText | undefined =>
  search
    ? {
        title: `Nada para “${search}”`,
        text: 'Confira o nome ou o ID.',
        clear: { label: 'Limpar busca', onClick: clear },
      }
    : undefined;

interface RemoveButtonProps {
  count: number;
  busy: boolean;
  onClick: () => void;
}

const RemoveButton = ({ count, busy, onClick }: RemoveButtonProps) => (
  <Button
    variant={count > 0 ? 'danger' : 'default'}
    leftSection={<IconShieldX size={16} stroke={1.75} aria-hidden />}
    disabled={count === 0}
    loading={busy}
    onClick={onClick}
  >
    {count > 0 ? `Excluir 2FA (${count})` : 'Excluir 2FA'}
  </Button>
);
