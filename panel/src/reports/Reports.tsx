/** «Relatórios»: charts of the last six months with links to the counted rows (S-REPORTS, K-45). */
import { SimpleGrid, Skeleton } from '@mantine/core';
import { getReports } from '@ramal/contract/reports';
import { IconHourglass } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { z } from 'zod';
import { canReadExtract } from '../credits/can-read-extract.ts';
import { useCall } from '../foundation/api/query.ts';
import { capitalised } from '../foundation/capitalised.ts';
import { useNow } from '../foundation/use-now.ts';
import { dateParts, monthName } from '../logs/months.ts';
import { useProfile } from '../sessions/profile.ts';
import { defineSearchParams, useSearchParams } from '../ui/list/search-params.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { ListError } from '../ui/table/list-states.tsx';
import { ChartCard } from './ChartCard.tsx';
import { buildCharts } from './report-months.ts';

/** Returns «Novembro até agora.», because the last month of the charts is not complete. */
function monthSoFar(now: Date): string {
  return `${capitalised(monthName(dateParts(now).month))} até agora.`;
}

const Expiries = lazy(async () => ({ default: (await import('./Expiries.tsx')).Expiries }));

/** `expired` is the month (yyyy-mm) whose expiries are open. */
const params = defineSearchParams({ expired: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/) });

const REFRESH_MS = 5 * 60_000;

export function Reports() {
  const profile = useProfile().data;
  const now = useNow();
  const { values, change } = useSearchParams(params);
  const { data, error, refetch } = useCall(getReports, {}, { refreshEveryMs: REFRESH_MS });
  const isAdmin = profile?.profile === 'admin';
  return (
    <>
      <PageHeader
        title="Relatórios"
        breadcrumb={[{ label: 'Relatórios' }]}
        note={`Os últimos seis meses ${isAdmin ? 'de toda a rede' : 'seus e da sua rede'}${data?.asOf ? `, somados em ${data.asOf}` : ''}. ${monthSoFar(now)}`}
      />
      {data?.asOf === null && (
        <Notice tone="accent" icon={IconHourglass} title="Somando os números">
          Volte em alguns minutos.
        </Notice>
      )}
      {error && !data && (
        <Panel>
          <ListError
            failure={{
              title: 'Não deu para carregar os relatórios',
              text: error.message,
              requestId: error.requestId,
              note: '',
            }}
            onRetry={() => void refetch()}
          />
        </Panel>
      )}
      {!error && !data && (
        <Columns aria-busy>
          {[1, 2, 3, 4].map((index) => (
            <Skeleton key={index} height={380} radius={12} aria-label="Carregando os relatórios" />
          ))}
        </Columns>
      )}
      {data && profile && (
        <Columns>
          {buildCharts(data, { isAdmin, readsStatement: canReadExtract(profile) }).map((chart) => (
            <ChartCard key={chart.key} chart={chart} />
          ))}
        </Columns>
      )}
      {values.expired && (
        <Suspense>
          <Expiries month={values.expired} onClose={() => change({ expired: undefined })} />
        </Suspense>
      )}
    </>
  );
}

/** A card with an open table does not stretch the card next to it. */
const Columns = (props: { 'aria-busy'?: boolean; children: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="2xl" style={{ alignItems: 'start' }} {...props} />
);
