import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh, IconSearchOff } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../states/EmptyState.tsx';

export interface ListFailure {
  title?: string | undefined;
  /** Message of the server, or a message about the lost connection. */
  text: string;
  requestId?: string | undefined;
  /** Note after the message. Default: no data was lost and no credit was spent. */
  note?: string | undefined;
  /** Label of the retry button, if it differs from the default. */
  retry?: string | undefined;
}

export interface EmptyList {
  icon: Icon;
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
}

export interface NothingFound {
  /** Title with the search text: «Nada para “celia samsung”». */
  title: string;
  /** Text that names the active filter. */
  text?: ReactNode;
  /** Buttons that clear the search or the filter. */
  actions?: ReactNode;
}

const calm = 'Nada foi perdido e nenhum crédito foi debitado.';

export function ListError({ failure, onRetry }: { failure: ListFailure; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={IconCloudOff}
        tone="bad"
        title={failure.title ?? 'Não deu para carregar a lista'}
        text={
          <>
            {failure.text} {failure.note ?? calm}
          </>
        }
        actions={
          <Button leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={onRetry}>
            {failure.retry ?? 'Tentar de novo'}
          </Button>
        }
        foot={
          failure.requestId && (
            <>
              Pedido <span className="mono">{failure.requestId}</span>
            </>
          )
        }
      />
    </div>
  );
}

export function EmptyListState(face: EmptyList) {
  return <EmptyState tone="accent" {...face} />;
}

export function NoResults(face: NothingFound) {
  return <EmptyState icon={IconSearchOff} tone="plain" {...face} />;
}
