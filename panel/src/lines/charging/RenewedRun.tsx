/** «Avisar os 5»: the renewal messages after a batch, one customer at a time. */
import { Skeleton } from '@mantine/core';
import { listBatchCustomers } from '@ramal/contract/batches';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import type { LineToCharge } from './run.ts';
import { Running } from './Running.tsx';

const from = { to: '/batches', search: {} };

export function RenewedRun({ batch }: { batch: number }) {
  const [lines, setFound] = useState<readonly LineToCharge[]>();
  const query = useCall(listBatchCustomers, { params: { id: batch } }, { enabled: !lines });
  const { data, error } = query;
  // During the run nothing is read again.
  if (!lines && data) setFound(data.lines.map((line) => ({ ...line, chargedAt: null })));
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
      {!lines && !error && <Skeleton height={420} radius={14} aria-label="Carregando" />}
      {!lines && error && (
        <ErrorState
          title="Não deu para carregar quem avisar"
          error={error}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {lines?.length === 0 && (
        <EmptyState
          icon={IconCircleCheck}
          tone="ok"
          title="Ninguém para avisar"
          actions={<LinkButton {...from}>Voltar</LinkButton>}
        />
      )}
      {lines && lines.length > 0 && (
        <Running
          initialLines={lines}
          name={`renewed-run-${batch}`}
          from={from}
          occasion="renewed"
        />
      )}
    </>
  );
}
