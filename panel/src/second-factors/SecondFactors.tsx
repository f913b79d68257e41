/**
 * /2fa-manager: the second factor of many removed at once, for admins (S-2FAMGR, Q-BULK2FA). Whoever
 * else opens it is signed out.
 */
import { Button, Checkbox } from '@mantine/core';
import {
  listSecondFactors,
  removeSecondFactor,
  type secondFactorSorts,
} from '@ramal/contract/second-factors';
import { IconShieldCheck, IconShieldOff, IconShieldX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ApiError, call, endsSession } from '../foundation/api/api.ts';
import { countOf } from '../foundation/numbers.ts';
import { useCall } from '../foundation/api/query.ts';
import { useProfile } from '../sessions/profile.ts';
import { signOutHere } from '../sessions/sign-out.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { useAlertDialog, useConfirm } from '../ui/dialogs/dialogs.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { SearchField } from '../ui/table/SearchField.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { useToast } from '../ui/toasts.tsx';
import { useListView } from '../ui/views/use-list-view.ts';
import { ViewTools } from '../ui/views/ViewTools.tsx';
import './second-factors.css';

const PER_PAGE = 50;
const WAIT_MS = 500;

type Row = NonNullable<ReturnType<typeof useAccounts>['data']>['data'][number];

export function SecondFactors() {
  const { data: me } = useProfile();
  const isAdmin = me?.profile === 'admin';
  useEffect(() => {
    if (me && !isAdmin) void signOutHere();
  }, [me, isAdmin]);
  return isAdmin ? <Manager /> : null;
}

type Sorted = { key: (typeof secondFactorSorts)[number]; direction: 'asc' | 'desc' };

const useAccounts = (page: number, search: string, searchID: string, sort?: Sorted) =>
  useCall(
    listSecondFactors,
    {
      query: {
        page,
        per_page: PER_PAGE,
        ...(search ? { search } : {}),
        ...(searchID ? { searchID } : {}),
        ...(sort ? { sort: sort.key, dir: sort.direction } : {}),
      },
    },
    { keepPrevious: true },
  );

function Manager() {
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const [searchID, setSearchID] = useState('');
  const [ticked, setTicked] = useState<ReadonlyMap<number, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const [sort, setSort] = useState<Sorted>();
  const list = useAccounts(page, search, searchID, sort);
  const rows = list.data?.data;
  const confirm = useConfirm();
  const alert = useAlertDialog();
  const toast = useToast();
  const has = ({ has2fa, passkeys }: Row) => has2fa || passkeys > 0;
  const tick = (row: Row, on: boolean) =>
    setTicked((before) => {
      const next = new Map(before);
      if (on) next.set(row.id, row.username);
      else next.delete(row.id);
      return next;
    });
  const onPage = rows?.filter(has) ?? [];
  const all = onPage.length > 0 && onPage.every(({ id }) => ticked.has(id));

  const remove = async () => {
    const chosen = [...ticked];
    setBusy(true);
    const failed = await removeAll(chosen.map(([id]) => id));
    setBusy(false);
    setTicked(new Map(chosen.filter(([id]) => failed.includes(id))));
    void list.refetch();
    if (failed.length > 0)
      await alert({ title: 'Parcial', text: 'Alguns 2FA não foram excluídos.', tone: 'warn' });
    else toast({ title: `${countOf(chosen.length, '2FA excluído', '2FA excluídos')}` });
  };
  const ask = () =>
    void confirm({
      title: 'Excluir o 2FA das contas marcadas?',
      lead: `${countOf(ticked.size, 'conta fica', 'contas ficam')} só com a senha até configurar outro.`,
      icon: IconShieldX,
      tone: 'danger',
      object: { name: names([...ticked.values()]) },
      confirmLabel: 'Sim, excluir',
    }).then((yes) => (yes ? remove() : undefined));

  const columns: Column<Row>[] = [
    {
      key: 'tick',
      header: '',
      width: 44,
      card: 'corner',
      cell: (row) => (
        <Checkbox
          aria-label={`Marcar ${row.username}`}
          disabled={!has(row)}
          checked={ticked.has(row.id)}
          onChange={({ currentTarget }) => tick(row, currentTarget.checked)}
        />
      ),
    },
    {
      key: 'id',
      header: 'ID',
      sortable: true,
      width: 80,
      muted: true,
      card: 'detail',
      cell: ({ id }) => id,
    },
    {
      key: 'username',
      header: 'NOME',
      sortable: true,
      fill: true,
      card: 'identity',
      cell: (row) => row.username,
    },
    {
      key: 'owner',
      header: 'DONO',
      sortable: true,
      width: 200,
      muted: true,
      card: 'detail',
      cell: (row) => row.owner ?? '–',
    },
    {
      key: 'has2fa',
      header: '2FA',
      sortable: true,
      firstDirection: 'desc',
      width: 190,
      card: 'status',
      cell: (row) => <Factor row={row} />,
    },
  ];
  const view = useListView('second-factors', columns);
  return (
    <>
      <PageHeader
        title="Gerenciador de 2FA"
        phoneTitle="Excluir 2FA"
        breadcrumb={[{ label: 'Mais' }, { label: 'Gerenciador de 2FA' }]}
        note="Para quem perdeu o celular e os códigos de recuperação."
        actions={<RemoveButton count={ticked.size} busy={busy} onClick={ask} />}
        phoneActions={<RemoveButton count={ticked.size} busy={busy} onClick={ask} />}
      />
      <div className="second-factors-search">
        <SearchField
          value={search}
          placeholder="Nome da revenda"
          waitMs={WAIT_MS}
          onChange={(value) => {
            setSearch(value);
            setPage(1);
          }}
        />
        <SearchField
          value={searchID}
          placeholder="ID da revenda"
          waitMs={WAIT_MS}
          inputMode="numeric"
          second
          onChange={(value) => {
            setSearchID(value);
            setPage(1);
          }}
        />
        <Checkbox
          label="Marcar as desta página"
          disabled={onPage.length === 0}
          checked={all}
          onChange={() => onPage.forEach((row) => tick(row, !all))}
        />
        <ViewTools view={view} />
      </div>
      <DataTable<Row>
        label="Contas"
        noun={['conta', 'contas']}
        columns={columns}
        view={view}
        sort={sort ?? { key: 'username', direction: 'asc' }}
        onSort={(next) => {
          setSort(next as Sorted);
          setPage(1);
        }}
        actions={[]}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ username }) => username}
        total={list.data?.total ?? 0}
        totalExact={list.data?.total_exact}
        page={page}
        pageSize={PER_PAGE}
        onPage={setPage}
        busy={list.isFetching || busy}
        failure={list.error && { text: list.error.message, requestId: list.error.requestId }}
        onRetry={() => void list.refetch()}
        empty={{
          icon: IconShieldCheck,
          title: 'Nenhuma conta ainda',
          text: 'As revendas aparecem aqui quando forem cadastradas.',
        }}
        nothingFound={
          search || searchID
            ? {
                title: `Nada para “${search || searchID}”`,
                text: 'Confira o nome ou o ID.',
                actions: (
                  <Button
                    variant="default"
                    onClick={() => {
                      setSearch('');
                      setSearchID('');
                      setPage(1);
                    }}
                  >
                    Limpar busca
                  </Button>
                ),
              }
            : undefined
        }
      />
    </>
  );
}

const RemoveButton = (props: { count: number; busy: boolean; onClick: () => void }) => (
  <Button
    variant="danger"
    leftSection={<IconShieldX size={16} stroke={1.75} aria-hidden />}
    disabled={props.count === 0}
    loading={props.busy}
    onClick={props.onClick}
  >
    {props.count > 0 ? `Excluir 2FA (${props.count})` : 'Excluir 2FA'}
  </Button>
);

function Factor({ row: { has2fa, passkeys } }: { row: Row }) {
  const words = [
    ...(has2fa ? ['Aplicativo'] : []),
    ...(passkeys > 0 ? [countOf(passkeys, 'chave', 'chaves')] : []),
  ];
  if (words.length > 0) return <StatusBadge tone="ok">{words.join(' · ')}</StatusBadge>;
  return (
    <span className="second-factors-none">
      <IconShieldOff size={15} stroke={1.75} aria-hidden /> Não tem
    </span>
  );
}

const NAMED = 4;
const names = (all: readonly string[]): string =>
  all.length > NAMED
    ? `${all.slice(0, NAMED).join(', ')} e mais ${all.length - NAMED}`
    : all.join(', ');

/** One call each; those it failed for stay ticked. An ended session ends the rest. */
async function removeAll(ids: readonly number[]): Promise<number[]> {
  const failed: number[] = [];
  for (const id of ids) {
    try {
      await call(removeSecondFactor, { params: { id } });
    } catch (error) {
      if (endsSession(error)) return [...failed, ...ids.slice(ids.indexOf(id))];
      if (!(error instanceof ApiError)) throw error;
      failed.push(id);
    }
  }
  return failed;
}
