/**
 * «Cobrar todos» shows one customer at a time with a prepared message, and then the next one
 * automatically.
 */
import { Skeleton } from '@mantine/core';
import { chargingDue, listLinesToCharge } from '@ramal/contract/lines/charging';
import { type PlatformKey, platformKeys } from '@ramal/contract/rules/platforms';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { useCall } from '../../foundation/api/query.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { defineSearchParams, idParam, useSearchParams } from '../../ui/list/search-params.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import { linePlatforms } from '../platforms/platforms.ts';
import type { LineToCharge } from './run.ts';
import { RenewedRun } from './RenewedRun.tsx';
import { Running } from './Running.tsx';

const runParams = defineSearchParams({
  due: chargingDue,
  platform: z.enum(platformKeys),
  /** Id of a bulk renewal whose customers are notified. */
  batch: idParam,
});

export const ChargeRun = () => (
  <RequirePermission when={({ profile }) => profile !== 'admin'}>
    <Run />
  </RequirePermission>
);

function Run() {
  const { due = 'expired', platform, batch } = useSearchParams(runParams).values;
  if (batch !== undefined) return <RenewedRun key={batch} batch={batch} />;
  return <Visit key={`${due}-${platform ?? ''}`} due={due} platform={platform} />;
}

interface VisitProps {
  readonly due: string;
  readonly platform: PlatformKey | undefined;
}

function Visit({ due, platform }: VisitProps) {
  const { found: lines, error, isFetching, refetch } = useLinesOfVisit({ due, platform });
  const list = linePlatforms.find(({ is }) => is.key === platform)?.is.listPath;
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
      {!lines && !error && <Skeleton height={420} radius={14} aria-label="Carregando" />}
      {error && (
        <ErrorState
          title="Não deu para carregar quem cobrar"
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {lines?.length === 0 && (
        <EmptyState
          icon={IconCircleCheck}
          tone="ok"
          title="Ninguém para cobrar"
          actions={<LinkButton {...from}>Voltar</LinkButton>}
        />
      )}
      {lines && lines.length > 0 && (
        <Running initialLines={lines} name={`charge-run-${due}-${platform ?? 'all'}`} from={from} />
      )}
    </>
  );
}

/**
 * Reads the lines once, when the run is opened. A cached answer is ignored, because it may show
 * charged customers as not yet charged. The run does not read again, so that a fresh list cannot
 * change it.
 */
function useLinesOfVisit({ due, platform }: VisitProps) {
  const [lines, setFound] = useState<readonly LineToCharge[]>();
  const { data, error, isSuccess, isFetchedAfterMount, isFetching, refetch } = useCall(
    listLinesToCharge,
    { query: { due, ...(platform ? { platform } : {}) } },
    { enabled: lines === undefined, staleMs: 0 },
  );
  if (!lines && isFetchedAfterMount && isSuccess) setFound(data.lines);
  return {
    found: lines,
    error: !lines && isFetchedAfterMount ? error : null,
    isFetching,
    refetch,
  };
}

const shortDay = (date: string): string => date.split('-').toReversed().slice(0, 2).join('/');
