/** Logs Geral: what happened in a month in one's own network (S-LOG, Q-LOGSCOPE). */
import { Button } from '@mantine/core';
import { exportLog, getLog } from '@ramal/contract/logs';
import { IconHistory } from '@tabler/icons-react';
import { DownloadButton } from '../exports/ExportButton.tsx';
import { useCall } from '../foundation/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { type Profile, useProfile } from '../sessions/profile.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { useListView } from '../ui/views/use-list-view.ts';
import { ViewTools } from '../ui/views/ViewTools.tsx';
import { keptByViews, type LogAddress, useLogAddress } from './log-address.ts';
import { logColumns } from './log-columns.tsx';
import { LogFilters } from './LogFilters.tsx';
import { type LogRow, typeOptions } from './log-types.ts';
import './logs.css';
import { monthName } from './months.ts';
import { ResellerPicker } from './ResellerPicker.tsx';

export function Log() {
  const now = useNow();
  const address = useLogAddress(now);
  const profile = useProfile().data;
  const log = useCall(
    getLog,
    { query: { ...filtersOf(address), page: address.page, per_page: address.perPage } },
    { keepPrevious: true },
  );
  const columns = logColumns({
    withIds: profile?.grants.includes('logs.ids') ?? false,
    withTypes: address.type === -1,
  });
  const view = useListView('log', columns, keptByViews);
  const rows = log.data?.logs;
  const when = `${monthName(address.month)} de ${address.year}`;
  const download = profile?.grants.includes('logs.export') && (
    <DownloadButton declaration={exportLog} sent={{ body: filtersOf(address) }} file="Logs.csv" />
  );
  return (
    <>
      <PageHeader
        title="Logs Geral"
        breadcrumb={[{ label: 'Revendas' }, { label: 'Logs Geral' }]}
        wide
        note={`Tudo o que aconteceu em ${when} ${scopeWords(address, profile)}.`}
        actions={
          <>
            {download}
            <ViewTools view={view} />
          </>
        }
        phoneActions={
          <div className="log-phone-acts">
            {download}
            <ViewTools view={view} />
          </div>
        }
      />
      <div className="log-asked">
        <ResellerPicker
          // What is typed and not taken yet gives way when the address changes.
          key={`picked ${address.reseller}`}
          first={log.data?.resellers ?? []}
          chosen={address.reseller}
          ownId={profile?.id}
          onPick={(reseller) => address.change({ reseller })}
        />
        <LogFilters
          key={[address.month, address.year, address.type, address.search].join(' ')}
          address={address}
          types={typeOptions(profile)}
          now={now}
          busy={log.isFetching}
        />
      </div>
      <div className="log-list">
        <DataTable<Keyed>
          label="Logs"
          noun={['registro', 'registros']}
          columns={columns}
          view={view}
          actions={[]}
          rows={rows && keyed(rows)}
          rowKey={(row) => row.key}
          rowName={(row) => `${row.usuario}, ${row.date}`}
          total={log.data?.total ?? 0}
          totalExact={log.data?.total_exact}
          page={address.page}
          pageSize={address.perPage}
          onPage={(page) => address.change({ page })}
          onPageSize={(size) => address.change({ per_page: size as LogAddress['perPage'] })}
          sort={{ key: 'date', direction: 'desc' }}
          onSort={() => undefined}
          busy={log.isFetching}
          failure={
            log.error && { text: log.error.message, requestId: log.error.requestId, note: '' }
          }
          onRetry={() => void log.refetch()}
          empty={{
            icon: IconHistory,
            title: `Nada aconteceu em ${when}`,
            text: 'Escolha outro mês ou outra revenda.',
          }}
          nothingFound={
            address.search || address.type !== -1
              ? {
                  title: 'Nada com estes filtros',
                  text: `Nenhum registro de ${when} combina com o que foi pedido.`,
                  actions: (
                    <Button
                      variant="default"
                      onClick={() => address.change({ search: undefined, log_type: undefined })}
                    >
                      Limpar filtros
                    </Button>
                  ),
                }
              : undefined
          }
        />
      </div>
    </>
  );
}

type Keyed = LogRow & { readonly key: string };

/** Ids come by grant alone: a row is told from the others by its place on the page. */
const keyed = (rows: readonly LogRow[]): Keyed[] =>
  rows.map((row, place) => ({ ...row, key: `${place} ${row.date}` }));

const filtersOf = ({ reseller, month, year, type, search }: LogAddress) => ({
  month,
  year,
  log_type: type,
  ...(reseller === undefined ? {} : { reseller }),
  ...(search ? { search } : {}),
});

function scopeWords({ reseller }: LogAddress, profile: Profile | undefined): string {
  if (reseller === undefined)
    return profile?.profile === 'admin' ? 'em toda a rede' : 'na sua rede';
  return reseller === profile?.id ? 'na sua própria conta' : 'na revenda escolhida';
}
