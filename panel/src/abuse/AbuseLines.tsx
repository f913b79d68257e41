/**
 * «Abuso Detectado» and «Bloqueados por Abuso»: lines that several households use, the reasons, and
 * the actions on these lines. Source: S-IPTVLIST-47 to -53, S-IPTVADM-03 to -06.
 */
import { IconHomeExclamation } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ExportButton } from '../exports/ExportButton.tsx';
import { useNow } from '../foundation/use-now.ts';
import { useIsPhone, useShowsCards } from '../foundation/viewport.ts';
import { useAccount } from '../lines/account.ts';
import { usePlatformRead } from '../lines/platforms/calls.ts';
import { LineDialogs } from '../lines/dialogs/lazy-line-dialogs.tsx';
import type { Line } from '../lines/line.ts';
import { LINE_SEARCH } from '../lines/list/LineFilters.tsx';
import { toLineListFailure, OwnerFilter } from '../lines/list/Lines.tsx';
import { readLineOwner } from '../lines/list/lines-read.ts';
import { type LineParams, useLineParams } from '../lines/list/line-params.ts';
import type { LinePlatform } from '../lines/platforms/platform.ts';
import { useLineActions } from '../lines/dialogs/use-line-actions.tsx';
import { useLineDialog } from '../lines/dialogs/line-dialogs-state.ts';
import type { NothingFoundText } from '../ui/list/list.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import classes from './AbuseLines.module.css';
import { abuseActions, abuseColumns } from './abuse-list.tsx';
import { type AbuseTab, tabLabels } from './abuse-tabs.ts';
import { AutomaticBlocking } from './findings/AutomaticBlocking.tsx';
import { useAbuseActions } from './use-abuse-actions.ts';

const texts = {
  suspect: {
    note: 'Linhas usadas em mais de uma casa ao mesmo tempo, que ainda tocam.',
    empty: {
      title: 'Nenhuma linha suspeita',
      text: 'A detecção olha os acessos a cada poucos minutos; o que ela achar aparece aqui.',
    },
  },
  blocked: {
    note: 'Não tocam até serem desbloqueadas, com uma senha nova.',
    empty: {
      title: 'Nenhuma linha bloqueada por abuso',
      text: 'Uma linha usada em mais de uma casa ao mesmo tempo vem para cá quando é bloqueada.',
    },
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
  const isPhone = useIsPhone();
  const isCards = useShowsCards();
  const account = useAccount();
  const params = useLineParams(platform.filters, 'lines-abuse');
  const lineOwner = readLineOwner(params, account.isAdmin);
  const filters = filtersOf(params, lineOwner, kind);
  const { query, data } = usePlatformRead(
    (lineOwner === 'all' && platform.listAll) || platform.list,
    filters,
    { enabled: account.id !== undefined, keepPrevious: true },
  );
  const actions = useLineActions(platform, now, useLineDialog(params, data?.rows));
  const abuseLineActions = useAbuseActions(platform, actions);
  return (
    <ListScreen<Line>
      {...headerOf(platform, kind)}
      className={classes.root!}
      buttons={
        <>
          {isPhone && <OwnerFilter params={params} wide />}
          <ExportButton
            declaration={platform.spreadsheet.declaration}
            sent={platform.spreadsheet.send(filters)}
          />
        </>
      }
      {...(isCards ? { above: tabs } : { tabs })}
      summary={kind === 'suspect' && <AutomaticBlocking />}
      list={{
        name: 'lines-abuse',
        label: tabLabels[kind],
        noun: ['usuário', 'usuários'],
        params: params.list,
        query,
        page: data && { data: data.rows, total: data.total, totalExact: data.totalExact },
        pageSizes,
        columns: abuseColumns(platform),
        actions: abuseActions(kind, abuseLineActions, actions.dialogs),
        rowKey: ({ id }) => id,
        rowName: ({ username }) => username,
        rowSignal: () => (kind === 'blocked' ? 'bad' : 'warn'),
        filters: { search: { placeholder: LINE_SEARCH } },
        failure: toLineListFailure,
        empty: { icon: IconHomeExclamation, ...texts[kind].empty },
        nothingFound: nothingFound(params, tabLabels[kind]),
      }}
    >
      <LineDialogs platform={platform} acts={actions} now={now} />
    </ListScreen>
  );
}

const filtersOf = (
  params: LineParams,
  lineOwner: ReturnType<typeof readLineOwner>,
  kind: AbuseTab,
) => ({
  ...params,
  lineOwner,
  abuse: kind,
  search: params.search || undefined,
  // The status filter belongs to the tab with all lines, so it is not applied here.
  status: undefined,
  expiring: undefined,
  deleted: false,
});

const headerOf = (platform: LinePlatform, kind: AbuseTab) => ({
  title: platform.words.listTitle,
  phoneTitle: platform.words.phoneTitle,
  breadcrumb: [
    { label: 'Linhas' },
    { label: platform.definition.label },
    { label: tabLabels[kind] },
  ],
  wide: true,
  note: texts[kind].note,
});

function nothingFound({ search, change }: LineParams, among: string): NothingFoundText | undefined {
  if (!search) return undefined;
  return {
    title: `Nada para “${search}”`,
    text: `Procuramos nome, usuário, senha e WhatsApp, só em «${among}».`,
    clear: { label: 'Limpar busca', onClick: () => change({ search: undefined }) },
  };
}
