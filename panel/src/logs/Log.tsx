/** «Logs Geral»: events of a month in the account's network (S-LOG, Q-LOGSCOPE). */
import { exportLog, getLog } from '@ramal/contract/logs';
import { IconHistory } from '@tabler/icons-react';
import { DownloadButton } from '../exports/ExportButton.tsx';
import { useCall } from '../foundation/api/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { useShowsCards } from '../foundation/viewport.ts';
import { type Profile, useProfile } from '../sessions/profile.ts';
import type { NothingFoundText } from '../ui/list/list.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { logColumns } from './log-columns.tsx';
import { logFilters, noFilters, WhoseLog } from './LogFilters.tsx';
import { useLogParams } from './log-params.ts';
import type { LogRow } from './log-types.ts';
import classes from './Log.module.css';
import { monthName } from './months.ts';

export function Log() {
  const now = useNow();
  const { params, filters } = useLogParams(now);
  const profile = useProfile().data;
  const log = useCall(getLog, { query: { ...params.query, ...filters } }, { keepPrevious: true });
  const when = `${monthName(filters.month)} de ${filters.year}`;
  const filtered = params.search !== '' || filters.logType !== -1 || filters.group !== undefined;
  const isCards = useShowsCards();
  const input = { params, filters, profile, resellers: log.data?.resellers ?? [], now };
  const columns = logColumns({
    withIds: profile?.grants.includes('logs.ids') ?? false,
    withTypes: filters.logType === -1,
  });
  const exportButton = profile?.grants.includes('logs.export') && (
    <DownloadButton declaration={exportLog} sent={{ body: filters }} file="Logs.csv" />
  );
  return (
    <ListScreen<KeyedLogRow>
      title="Logs Geral"
      breadcrumb={[{ label: 'Revendas' }, { label: 'Logs Geral' }]}
      wide
      note={`Tudo o que aconteceu em ${when} ${scopeText(filters.reseller, profile)}.`}
      refresh={false}
      buttons={
        !isCards && (
          <>
            <WhoseLog {...input} />
            {exportButton}
          </>
        )
      }
      className={classes.list}
      list={{
        name: 'log',
        label: 'Logs',
        noun: ['registro', 'registros'],
        params,
        query: log,
        page: log.data && { ...log.data, data: keyed(log.data.logs) },
        columns,
        filters: logFilters(
          input,
          isCards ? { columns, total: log.data?.total, exportButton } : undefined,
        ),
        rowKey: (row) => row.key,
        rowName: (row) => `${row.usuario}, ${row.date}`,
        empty: {
          icon: IconHistory,
          title: `Nada aconteceu em ${when}`,
          text: 'Escolha outro mês ou outra revenda.',
        },
        nothingFound: filtered
          ? nothingFound(when, () => params.change({ ...noFilters, search: undefined }))
          : undefined,
      }}
    />
  );
}

const nothingFound = (when: string, clear: () => void): NothingFoundText => ({
  title: 'Nada com estes filtros',
  text: `Nenhum registro de ${when} combina com o que foi pedido.`,
  clear: { label: 'Limpar filtros', onClick: clear },
});

type KeyedLogRow = LogRow & { readonly key: string };

/**
 * Adds a key to each row. The key is the position on the page, because the answer contains ids only
 * for accounts with a permission.
 */
const keyed = (rows: readonly LogRow[]): KeyedLogRow[] =>
  rows.map((row, index) => ({ ...row, key: `${index} ${row.date}` }));

function scopeText(reseller: number | undefined, profile: Profile | undefined): string {
  if (reseller === undefined)
    return profile?.profile === 'admin' ? 'em toda a rede' : 'na sua rede';
  return reseller === profile?.id ? 'na sua própria conta' : 'na revenda escolhida';
}
