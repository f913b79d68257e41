/**
 * Notices above the cards: the figures are outdated, the first roll-up is running, or there is too
 * little data.
 */
import { Button } from '@mantine/core';
import { getNumbers } from '@ramal/contract/numbers/numbers';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  IconCalendarTime,
  IconCloudOff,
  IconCurrencyReal,
  IconHourglass,
} from '@tabler/icons-react';
import type { ApiError } from '../foundation/api/api.ts';
import { useCall } from '../foundation/api/query.ts';
import { formatTime } from '../foundation/dates.ts';
import { pluralize } from '../foundation/numbers.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import type { NumbersFilters } from './numbers-params.ts';
import classes from './NumbersNotices.module.css';

interface NumbersNoticesProps {
  readonly query: {
    readonly data: ResponseOf<typeof getNumbers> | undefined;
    readonly error: ApiError | null;
    readonly isFetching: boolean;
    readonly dataUpdatedAt: number;
    readonly refetch: () => unknown;
  };
  readonly filters: NumbersFilters;
  /** False for figures that do not depend on the prices of customers. */
  readonly dependsOnPrices?: boolean;
}

export function NumbersNotices({ query, filters, dependsOnPrices = true }: NumbersNoticesProps) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = query;
  if (!data) return null;
  const { state, progress, daysMissing, withoutPrice } = data;
  return (
    <div className={classes.root}>
      {error && (
        <Notice
          tone="warn"
          icon={IconCloudOff}
          title={`Não deu para somar. Os números de ${formatTime(new Date(dataUpdatedAt))} continuam aqui.`}
          action={
            <Button size="xs" variant="subtle" loading={isFetching} onClick={() => void refetch()}>
              Tentar de novo
            </Button>
          }
        />
      )}
      {state === 'preparing' && <Preparing progress={progress} filters={filters} />}
      {state === 'ready' && daysMissing > 0 && (
        <Notice tone="accent" icon={IconCalendarTime} title={daysInWords(daysMissing)}>
          Os números que comparam 30 dias aparecem então.
        </Notice>
      )}
      {dependsOnPrices && withoutPrice > 0 && (
        <Notice
          tone="accent"
          icon={IconCurrencyReal}
          title={`${pluralize(withoutPrice, 'cliente', 'clientes')} sem preço`}
          action={
            <LinkButton to="/recharge-portal" variant="link" size="xs">
              Definir preços
            </LinkButton>
          }
        >
          Contam como cliente, mas somam R$ 0,00 na receita.
        </Notice>
      )}
    </div>
  );
}

/** Returns «Faltam 12 dias para o primeiro número». */
const daysInWords = (days: number): string =>
  days === 1 ? 'Falta 1 dia para o primeiro número' : `Faltam ${days} dias para o primeiro número`;

const POLL_MS = 10_000;

interface PreparingProps {
  /** Percentage of the existing data that the first roll-up has processed. */
  readonly progress: number;
  readonly filters: NumbersFilters;
}

/**
 * Shows the progress of the first roll-up of the existing data. Reads the figures again every ten
 * seconds until the roll-up has finished.
 */
function Preparing({ progress, filters }: PreparingProps) {
  useCall(getNumbers, { query: filters }, { refreshEveryMs: POLL_MS });
  return (
    <Notice tone="accent" icon={IconHourglass} title={`Somando o que já existe: ${progress}%`}>
      Os números aparecem sozinhos quando a soma terminar.
    </Notice>
  );
}
