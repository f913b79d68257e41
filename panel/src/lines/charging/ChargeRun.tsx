/**
 * «Mensagens de hoje», and «Cobrar» for the lines of one list or day: shows one customer with a
 * prepared message, and moves to the next customer automatically.
 */
import type { Endpoint, RequestOf, ResponseOf } from '@ramal/contract/api/endpoint';
import { chargingDue, listLinesToCharge } from '@ramal/contract/lines/charging';
import { getLine } from '@ramal/contract/lines/line-page';
import { listMessages } from '@ramal/contract/lines/messages';
import { type PlatformKey, platformKeys } from '@ramal/contract/rules/platforms';
import { useState } from 'react';
import { z } from 'zod';
import { useCall } from '../../foundation/api/query.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { defineSearchParams, idParam, useSearchParams } from '../../ui/list/search-params.ts';
import type { Query } from '../../ui/states/Loaded.tsx';
import { linePlatforms } from '../platforms/platforms.ts';
import type { RunLine } from './run.ts';
import { LoadedRun } from './Running.tsx';

const runParams = defineSearchParams({
  due: chargingDue,
  platform: z.enum(platformKeys),
  /** Id of the only line of the run. */
  line: idParam,
  /** Id of a bulk renewal. The run then contains only its customers. */
  batch: idParam,
});

export const ChargeRun = () => (
  <RequirePermission when={({ profile }) => profile !== 'admin'}>
    <Run />
  </RequirePermission>
);

function Run() {
  const { due, platform, line, batch } = useSearchParams(runParams).values;
  if (line !== undefined) return <SingleRun key={line} id={line} />;
  if (due === undefined) return <MessageRun key={batch} batch={batch} />;
  return <Visit key={`${due}-${platform ?? ''}`} due={due} platform={platform} />;
}

const home = { to: '/dashboard', search: {}, title: 'Mensagens de hoje', crumb: 'Início' };
const batches = {
  to: '/batches',
  search: {},
  title: 'Avisar renovados',
  crumb: 'Trabalhos em lote',
};

/** All messages of today, or those about one bulk renewal. */
function MessageRun({ batch }: { batch: number | undefined }) {
  const sent = { query: batch === undefined ? {} : { batch } };
  const query = useRunLines(listMessages, sent, ({ messages }) => messages);
  const { title, crumb, ...from } = batch === undefined ? home : batches;
  return (
    <>
      <PageHeader
        isForm
        title={title}
        breadcrumb={[{ label: crumb, to: from.to }, { label: title }]}
        backTo={from.to}
      />
      <LoadedRun
        query={query}
        failed="Não deu para carregar as mensagens"
        empty={{ title: 'Nenhuma mensagem para hoje' }}
        name={`message-run-${batch ?? 'today'}`}
        from={from}
      />
    </>
  );
}

interface VisitProps {
  readonly due: string;
  readonly platform: PlatformKey | undefined;
}

function Visit({ due, platform }: VisitProps) {
  const sent = { query: { due, ...(platform ? { platform } : {}) } };
  const query = useRunLines(listLinesToCharge, sent, ({ lines }) => lines);
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
 * contain recent messages. The lines are not read again, so that the run does not change while the
 * seller works.
 */
function useRunLines<E extends Endpoint>(
  declaration: E,
  sent: RequestOf<E>,
  toLines: (answer: ResponseOf<E>) => readonly RunLine[],
): Query<readonly RunLine[]> {
  const [lines, setLines] = useState<readonly RunLine[]>();
  const { data, error, isSuccess, isFetchedAfterMount, isFetching, refetch } = useCall(
    declaration,
    sent,
    { enabled: lines === undefined, staleMs: 0 },
  );
  if (!lines && isFetchedAfterMount && isSuccess) setLines(toLines(data));
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
  const query = useRunLines(getLine, { params: { id } }, ({ chargedAt = null, ...line }) => [
    { ...line, chargedAt },
  ]);
  const platform = linePlatforms.find(
    ({ definition }) => definition.key === query.data?.[0]?.platform,
  );
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
        query={query}
        failed="Não deu para carregar quem cobrar"
        empty={{ title: 'Ninguém para cobrar' }}
        from={{ to: list, search: platform ? { line: id } : {} }}
      />
    </>
  );
}
