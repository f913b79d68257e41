/** The list of a platform's lines: one's own, a reseller's, the tree's, or everybody's for an admin. */
import { getDashboard } from '@ramal/contract/dashboard';
import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ExportButton } from '../../exports/ExportButton.tsx';
import type { ApiError } from '../../foundation/api.ts';
import { relativeWord } from '../../foundation/dates.ts';
import { useCall } from '../../foundation/query.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Segmented } from '../../ui/form/Segmented.tsx';
import type { ListFailure } from '../../ui/table/faces.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useListView } from '../../ui/views/use-list-view.ts';
import { useAccount } from '../account.ts';
import { usePlatformRead } from '../platforms/calls.ts';
import { useBulk } from '../bulk/use-bulk.tsx';
import { CleanTests } from './CleanTests.tsx';
import { CreateFromCode } from '../create/CreateFromCode.tsx';
import { deletedLineColumns, lineColumns, orderingAny } from './line-columns.tsx';
import { emptyState, nothingFoundState } from './list-states.tsx';
import { keptByViews, type ListAddress, useListAddress } from './line-params.ts';
import { LineFilters } from './LineFilters.tsx';
import { ListMore } from './ListMore.tsx';
import type { Line } from '../line.ts';
import { LineDialogs } from '../dialogs/lazy-line-dialogs.tsx';
import '../lines.css';
import type { LinePlatform, Whose } from '../platforms/platform.ts';
import { deletedLineActions, lineActions } from './line-actions.ts';
import { useLineActions } from '../dialogs/use-line-actions.tsx';
import { useNow } from '../../foundation/use-now.ts';
import { useLineDialog } from '../dialogs/line-dialogs-state.ts';

const icon = { size: 16, stroke: 1.75 };

export interface LinesProps {
  platform: LinePlatform;
  /** Beside this list, where there are others of the same lines; who they are of is chosen there. */
  tabs?: ReactNode;
  pageSizes?: readonly number[];
}

export function Lines({ platform, tabs, pageSizes }: LinesProps) {
  const now = useNow();
  const account = useAccount();
  const isPhone = useIsPhone();
  const toast = useToast();
  const list = `lines-${platform.is.key}` as const;
  const address = useListAddress(platform.filters, list);
  const whose = whoseLines(address, account.isAdmin);
  const deleted = address.deleted && account.isAdmin;
  const wanted = {
    ...address,
    whose,
    deleted,
    abuse: undefined,
    search: address.search || undefined,
  };
  const { query, data } = usePlatformRead(
    (whose === 'all' && platform.listAll) || platform.list,
    wanted,
    { enabled: account.id !== undefined, keepPrevious: true },
  );
  const counts = usePlatformRead(platform.count, whose, { enabled: account.id !== undefined });
  const acts = useLineActions(platform, now, useLineDialog(address, data?.rows));
  const refresh = () => void Promise.all([query.refetch(), counts.query.refetch()]);
  const pays = account.id !== undefined && !account.isAdmin;
  const { migrations } = acts;
  const bulk = useBulk({ platform, query: wanted, page: data, pays, migrations });
  const sells = account.sells(platform);
  // What a cleaning takes are one's own tests: it stands where those do.
  const cleans = platform.cleansTests === true && pays && whose === 0;
  const fromCode = sells && platform.fromCode && <CreateFromCode platform={platform} />;
  const columns = deleted
    ? deletedLineColumns(platform, now)
    : lineColumns(platform, now, whose !== 0, (line) =>
        acts.dialogs.open({ kind: 'assistindo', line }),
      );
  const view = useListView(list, columns, keptByViews);
  return (
    <>
      <PageHeader
        title={platform.words.listTitle}
        phoneTitle={platform.words.phoneTitle}
        breadcrumb={[{ label: 'Linhas' }, { label: platform.is.label }, { label: 'Listagem' }]}
        wide
        note={noteOf(whose, data?.rows, pays)}
        actions={
          <>
            {tabs ? null : <WhoseChoice address={address} />}
            {cleans && <CleanTests platform={platform} />}
            <ExportButton
              declaration={platform.spreadsheet.declaration}
              sent={platform.spreadsheet.send(wanted)}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh {...icon} />}
              loading={query.isRefetching}
              onClick={refresh}
            >
              Atualizar
            </Button>
            {fromCode}
            {sells && (
              <LinkButton to={platform.is.createPath} leftSection={<IconPlus {...icon} />}>
                {platform.words.createButton}
              </LinkButton>
            )}
          </>
        }
        phoneActions={
          <div className="lines-phone-acts">
            <WhoseChoice address={address} wide />
            {fromCode}
          </div>
        }
      />
      {tabs}
      <LineFilters
        filters={platform.filters}
        address={address}
        counts={counts.data}
        restores={account.isAdmin}
        view={view}
      >
        {isPhone && (
          <ListMore platform={platform} wanted={wanted} cleans={cleans} onRefresh={refresh} />
        )}
      </LineFilters>
      <DataTable<Line>
        label={platform.words.phoneTitle}
        noun={['usuário', 'usuários']}
        view={view}
        columns={data?.totalExact === false ? orderingAny(columns) : columns}
        actions={deleted ? deletedLineActions(acts) : lineActions(platform, acts, now, toast)}
        rows={data?.rows}
        rowKey={(line) => line.id}
        rowName={(line) => line.username}
        rowSignal={(line) => (deleted ? undefined : (['bad', 'warn'] as const)[2 - line.expiring])}
        sheetNote={(line) => [line.note, expiresWhen(line, now)].filter(Boolean).join(' · ')}
        total={data?.total ?? 0}
        totalExact={data?.totalExact}
        page={address.page}
        pageSize={address.perPage}
        onPage={(page) => address.change({ page })}
        pageSizes={pageSizes}
        onPageSize={(size) => address.change({ per_page: size as ListAddress['perPage'] })}
        sort={{ key: address.sort, direction: address.direction }}
        onSort={({ key, direction }) =>
          address.change({ sort: key as ListAddress['sort'], dir: direction })
        }
        busy={query.isFetching}
        failure={query.error && failureOf(query.error)}
        onRetry={
          query.error?.code === 'sort_too_many'
            ? () => address.change({ sort: undefined, dir: undefined })
            : refresh
        }
        flash={acts.flash}
        selection={deleted ? undefined : bulk.selection}
        empty={emptyState(platform, sells)}
        nothingFound={nothingFoundState(address, counts.data?.all)}
      />
      <LineDialogs platform={platform} acts={acts} now={now} />
      {bulk.windows}
    </>
  );
}

/** What the server says; where it could say nothing of use, the documented text (M-21). */
export const failureOf = ({ status, message, requestId, code }: ApiError): ListFailure => ({
  ...(code === 'sort_too_many' ? tooManyToOrder : {}),
  text: status >= 500 ? 'Por favor, atualize a página e tente novamente.' : message,
  requestId,
});

const tooManyToOrder = {
  title: 'São linhas demais para esta ordem',
  note: '',
  retry: 'Ordenar por vencimento',
};

/** «vence amanhã», «venceu há 2 dias». */
const expiresWhen = ({ expiresAt }: Line, now: Date): string =>
  `${expiresAt > now ? 'vence' : 'venceu'} ${relativeWord(expiresAt, now)}`;

/** An admin owns no lines: without a reseller in the path it sees everybody's (Q-RESPARAM). */
export function whoseLines(address: ListAddress, isAdmin: boolean): Whose {
  if (address.resellerId !== undefined) return address.resellerId;
  if (isAdmin) return 'all';
  return address.tree ? 'tree' : 0;
}

/** Where lines of others stand, it is said whose they are and who pays (Q-CHARGE). */
function noteOf(
  whose: Whose,
  rows: readonly Line[] | undefined,
  pays: boolean,
): string | undefined {
  if (whose === 0 || whose === 'all') return undefined;
  if (whose === 'tree') return 'As suas linhas e as de toda a sua rede. Quem renova é quem paga.';
  const owner = rows?.[0]?.ownerName;
  return `Linhas ${owner ? `de ${owner}` : `da revenda ${whose}`}.${pays ? ' Quem renova é quem paga.' : ''}`;
}

/** Only for someone with resellers below, and not while looking at one of them. */
export function WhoseChoice({ address, wide = false }: { address: ListAddress; wide?: boolean }) {
  const { isAdmin } = useAccount();
  const dashboard = useCall(getDashboard, {}, { staleMs: 360_000 });
  const hasTree = (dashboard.data?.total_resellers ?? 0) > 0;
  if (isAdmin || !hasTree || address.resellerId !== undefined) return null;
  return (
    <Segmented
      label="De quem"
      wide={wide}
      value={address.tree ? 'tree' : 'own'}
      options={[
        { value: 'own', label: 'Minhas linhas' },
        { value: 'tree', label: 'Toda a rede' },
      ]}
      onChange={(value) => address.change({ reseller_id: value === 'tree' ? 'tree' : undefined })}
    />
  );
}
