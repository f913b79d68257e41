/** «Cobrar todos»: one customer at a time, the message already written, the next comes by itself. */
import { Skeleton } from '@mantine/core';
import { chargingDue, listLinesToCharge } from '@ramal/contract/lines/charging';
import { platformKeys } from '@ramal/contract/rules/platforms';
import { IconCircleCheck } from '@tabler/icons-react';
import { z } from 'zod';
import { useCall } from '../../foundation/api/query.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { defineSearchParams, useSearchParams } from '../../ui/list/search-params.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import { linePlatforms } from '../platforms/platforms.ts';
import { Running } from './Running.tsx';

const runParams = defineSearchParams({ due: chargingDue, platform: z.enum(platformKeys) });

export const ChargeRun = () => (
  <RequirePermission when={({ profile }) => profile !== 'admin'}>
    <Run />
  </RequirePermission>
);

function Run() {
  const { due = 'expired', platform } = useSearchParams(runParams).values;
  const asked = useCall(
    listLinesToCharge,
    { query: { due, ...(platform ? { platform } : {}) } },
    { staleMs: Number.POSITIVE_INFINITY },
  );
  const list = linePlatforms.find(({ is }) => is.key === platform)?.is.listPath;
  const from = { to: list ?? '/dashboard', search: list ? { due } : {} };
  const title = due === 'expired' ? 'Cobrar vencidos' : `Cobrar quem vence em ${shortDay(due)}`;
  const { data, error } = asked;
  return (
    <>
      <PageHeader
        isForm
        title={title}
        phoneTitle={due === 'expired' ? title : `Cobrar ${shortDay(due)}`}
        breadcrumb={[{ label: 'Linhas' }, { label: title }]}
        backTo={from.to}
      />
      {!data && !error && <Skeleton height={420} radius={14} aria-label="Carregando" />}
      {!data && error && (
        <ErrorState
          title="Não deu para carregar quem cobrar"
          error={error}
          busy={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      )}
      {data?.lines.length === 0 && (
        <EmptyState
          icon={IconCircleCheck}
          tone="ok"
          title="Ninguém para cobrar"
          actions={<LinkButton {...from}>Voltar</LinkButton>}
        />
      )}
      {data && data.lines.length > 0 && (
        <Running
          key={`${due}-${platform ?? ''}`}
          found={data.lines}
          name={`charge-run-${due}-${platform ?? 'all'}`}
          from={from}
        />
      )}
    </>
  );
}

const shortDay = (date: string): string => date.split('-').toReversed().slice(0, 2).join('/');
