/**
 * «Abuso Detectado» and «Bloqueados por Abuso»: the lines several households watch with, why, and
 * what is done about them. Source: S-IPTVLIST-47 to -53, S-IPTVADM-03 to -06.
 */
import { Button } from '@mantine/core';
import { IconHomeExclamation, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ExportButton } from '../exports/ExportButton.tsx';
import { useNow } from '../foundation/use-now.ts';
import { useAccount } from '../lines/account.ts';
import { usePlatformRead } from '../lines/platforms/calls.ts';
import { LineDialogs } from '../lines/dialogs/lazy-line-dialogs.tsx';
import type { Line } from '../lines/line.ts';
import { failureOf, WhoseChoice, whoseLines } from '../lines/list/Lines.tsx';
import { lineListParams, type LineParams, useLineParams } from '../lines/list/line-params.ts';
import '../lines/lines.css';
import type { LinePlatform } from '../lines/platforms/platform.ts';
import { useLineActions } from '../lines/dialogs/use-line-actions.tsx';
import { useLineDialog } from '../lines/dialogs/line-dialogs-state.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { ListToolbar } from '../ui/table/ListToolbar.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { useListView } from '../ui/views/use-list-view.ts';
import './abuse.css';
import { abuseActions, abuseColumns } from './abuse-list.tsx';
import { type AbuseTab, tabLabels } from './abuse-tabs.ts';
import { AutomaticBlocking } from './AutomaticBlocking.tsx';
import { useAbuseActs } from './use-abuse-acts.tsx';

const words = {
  suspect: {
    note: 'Linhas usadas em mais de uma casa ao mesmo tempo, que ainda tocam.',
    empty: 'Nenhuma linha suspeita',
    emptyText: 'A detecção olha os acessos a cada poucos minutos; o que ela achar aparece aqui.',
  },
  blocked: {
    note: 'Não tocam até serem desbloqueadas, com uma senha nova.',
    empty: 'Nenhuma linha bloqueada por abuso',
    emptyText: 'Uma linha usada em mais de uma casa ao mesmo tempo vem para cá quando é bloqueada.',
  },
} as const;

export interface AbuseLinesProps {
  platform: LinePlatform;
  kind: AbuseTab;
  tabs: ReactNode;
  pageSizes?: readonly number[];
}

export function AbuseLines({ platform, kind, tabs, pageSizes }: AbuseLinesProps) {
  const now = useNow();
  const account = useAccount();
  const address = useLineParams(platform.filters, 'lines-abuse');
  const whose = whoseLines(address, account.isAdmin);
  const wanted = {
    ...address,
    whose,
    abuse: kind,
    search: address.search || undefined,
    // What the other list filters by is not asked here.
    status: undefined,
    expiring: undefined,
    expired: undefined,
    due: undefined,
    deleted: false,
  };
  const { query, data } = usePlatformRead(
    (whose === 'all' && platform.listAll) || platform.list,
    wanted,
    { enabled: account.id !== undefined, keepPrevious: true },
  );
  const acts = useLineActions(platform, now, useLineDialog(address, data?.rows));
  const abuseActs = useAbuseActs(platform, acts);
  const columns = abuseColumns(platform);
  const view = useListView('lines-abuse', columns, lineListParams.viewParams);
  const refresh = () => void query.refetch();
  const exporting = (label?: string) => (
    <ExportButton
      declaration={platform.spreadsheet.declaration}
      sent={platform.spreadsheet.send(wanted)}
      {...(label ? { label } : {})}
    />
  );
  const refreshing = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.75} />}
      loading={query.isRefetching}
      onClick={refresh}
    >
      Atualizar
    </Button>
  );
  return (
    <>
      <PageHeader
        title={platform.words.listTitle}
        phoneTitle={platform.words.phoneTitle}
        breadcrumb={[{ label: 'Linhas' }, { label: platform.is.label }, { label: tabLabels[kind] }]}
        wide
        note={words[kind].note}
        actions={
          <>
            {exporting()}
            {refreshing}
          </>
        }
        phoneActions={
          <div className="lines-phone-acts">
            <WhoseChoice params={address} wide />
            <div className="lines-phone-acts-row">
              {exporting('Exportar')}
              {refreshing}
            </div>
          </div>
        }
      />
      {tabs}
      {kind === 'suspect' && <AutomaticBlocking />}
      <ListToolbar
        view={view}
        search={{
          value: address.search,
          placeholder: 'Usuário, senha, nota, vencimento…',
          onChange: (search) => address.change({ search: search === '' ? undefined : search }),
        }}
      />
      <div className="abuse-list">
        <DataTable<Line>
          label={tabLabels[kind]}
          noun={['usuário', 'usuários']}
          columns={columns}
          view={view}
          actions={abuseActions(kind, abuseActs, acts.dialogs)}
          rows={data?.rows}
          rowKey={(line) => line.id}
          rowName={(line) => line.username}
          rowSignal={() => (kind === 'blocked' ? 'bad' : 'warn')}
          total={data?.total ?? 0}
          totalExact={data?.totalExact}
          page={address.page}
          pageSize={address.perPage}
          pageSizes={pageSizes}
          onPage={address.list.setPage}
          onPageSize={address.list.setPageSize}
          sort={{ key: address.sort, direction: address.direction }}
          onSort={address.list.setSort}
          busy={query.isFetching}
          failure={query.error && failureOf(query.error)}
          onRetry={refresh}
          empty={{
            icon: IconHomeExclamation,
            title: words[kind].empty,
            text: words[kind].emptyText,
          }}
          nothingFound={address.search ? nothingFound(address, tabLabels[kind]) : undefined}
        />
      </div>
      <LineDialogs platform={platform} acts={acts} now={now} />
    </>
  );
}

const nothingFound = ({ search, change }: LineParams, among: string) => ({
  title: `Nada para “${search}”`,
  text: `Procuramos em usuário, senha, nota e vencimento, só em «${among}».`,
  actions: (
    <Button variant="default" onClick={() => change({ search: undefined })}>
      Limpar busca
    </Button>
  ),
});
