/**
 * «Cobrar todos»: shows one customer with a prepared message, and moves to the next customer
 * automatically.
 */
import { chargingDue, listLinesToCharge } from '@ramal/contract/lines/charging';
import { getLine } from '@ramal/contract/lines/line-page';
import { type PlatformKey, platformKeys } from '@ramal/contract/rules/platforms';
import { useState } from 'react';
import { z } from 'zod';
import { useCall } from '../../foundation/api/query.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { defineSearchParams, idParam, useSearchParams } from '../../ui/list/search-params.ts';
import { linePlatforms } from '../platforms/platforms.ts';
import type { LineToCharge } from './run.ts';
import { LoadedRun } from './Running.tsx';
import { listBatchCustomers } from '@ramal/contract/batches';

const runParams = defineSearchParams({
  due: chargingDue,
  platform: z.enum(platformKeys),
  /** Id of the only line of the run. */
  line: idParam,
  /** Id of a bulk renewal whose customers are notified. */
  batch: idParam,
});

export const ChargeRun = () => (
  <RequirePermission when={({ profile }) => profile !== 'admin'}>
    <Run />
  </RequirePermission>
);

function Run() {
  const { due = 'expired', platform, line, batch } = useSearchParams(runParams).values;
  if (line !== undefined) return <SingleRun key={line} id={line} />;
  if (batch !== undefined) return <RenewedRun key={batch} batch={batch} />;
  return <Visit key={`${due}-${platform ?? ''}`} due={due} platform={platform} />;
}

interface VisitProps {
  readonly due: string;
  readonly platform: PlatformKey | undefined;
}

function Visit({ due, platform }: VisitProps) {
  const query = useLinesOfVisit({ due, platform });
  const list = linePlatforms.find(({ definition }) => definition.key === platform)?.definition
    .listPath;
  const from = { to: list ?? '/dashboard', search: list ? { due } : {} };
  const title = due === 'expired' ? 'Cobrar vencidos' : `Cobrar quem vence em ${shortDay(due)}`;
  return (
    <>
      <PageHeader
        isForm
        title={title}
        phoneTitle={due === 'expired' ? title : `Cobrar ${shortDay(due)}`}
        breadcrumb={[{ label: 'Linhas' }, { label: title }]}
        backTo={from.to}
      />
      <LoadedRun
        query={query}
        failed="Não deu para carregar quem cobrar"
        empty={{ title: 'Ninguém para cobrar' }}
        name={`charge-run-${due}-${platform ?? 'all'}`}
        from={from}
      />
    </>
  );
}

/**
 * Reads the lines only once, when the run is opened. A cached answer is ignored, because it may not
 * contain recent charges. The lines are not read again, so that the run does not change while the
 * seller works.
 */
function useLinesOfVisit({ due, platform }: VisitProps) {
  const [lines, setLines] = useState<readonly LineToCharge[]>();
  const { data, error, isSuccess, isFetchedAfterMount, isFetching, refetch } = useCall(
    listLinesToCharge,
    { query: { due, ...(platform ? { platform } : {}) } },
    { enabled: lines === undefined, staleMs: 0 },
  );
  if (!lines && isFetchedAfterMount && isSuccess) setLines(data.lines);
  return {
    data: lines,
    error: !lines && isFetchedAfterMount ? error : null,
    isFetching,
    refetch,
  };
}

const shortDay = (date: string): string => date.split('-').toReversed().slice(0, 2).join('/');

/** «Cobrar» of a customer's page: a run with this customer only. */
function SingleRun({ id }: { id: number }) {
  const [lines, setLines] = useState<readonly LineToCharge[]>();
  const query = useCall(getLine, { params: { id } }, { enabled: !lines, staleMs: 0 });
  const { data } = query;
  // Stores the line only once, so that the run does not change.
  if (!lines && data && query.isFetchedAfterMount)
    setLines([{ ...data, chargedAt: data.chargedAt ?? null }]);
  const platform = linePlatforms.find(({ definition }) => definition.key === data?.platform);
  const list = platform?.definition.listPath ?? '/dashboard';
  const title = 'Cobrar';
  return (
    <>
      <PageHeader
        isForm
        title={title}
        breadcrumb={[{ label: 'Linhas' }, { label: title }]}
        backTo={list}
      />
      <LoadedRun
        query={{ ...query, data: lines }}
        failed="Não deu para carregar quem cobrar"
        empty={{ title: 'Ninguém para cobrar' }}
        name={`charge-run-line-${id}`}
        from={{ to: list, search: platform ? { line: id } : {} }}
      />
    </>
  );
}

const from = { to: '/batches', search: {} };

/** «Avisar os 5»: the renewal messages after a batch, one customer at a time. */
function RenewedRun({ batch }: { batch: number }) {
  const [lines, setLines] = useState<readonly LineToCharge[]>();
  const query = useCall(listBatchCustomers, { params: { id: batch } }, { enabled: !lines });
  const { data } = query;
  // Stores the lines only once, so that the run does not change.
  if (!lines && data) setLines(data.lines.map((line) => ({ ...line, chargedAt: null })));
  return (
    <>
      <PageHeader
        isForm
        title="Avisar renovados"
        breadcrumb={[
          { label: 'Mais' },
          { label: 'Trabalhos em lote', to: '/batches' },
          { label: 'Avisar renovados' },
        ]}
        backTo="/batches"
      />
      <LoadedRun
        query={{ ...query, data: lines }}
        failed="Não deu para carregar quem avisar"
        empty={{ title: 'Ninguém para avisar' }}
        name={`renewed-run-${batch}`}
        from={from}
        occasion="renewed"
      />
    </>
  );
}
