import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';

/** Replaces a screen if a part of it could not be fetched or failed to render. */
export function BrokenScreen({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  // A file of an older version no longer exists on the server, so only a reload of the page fetches
  // the current one.
  const again = () => (navigator.onLine ? window.location.reload() : reset());
  return (
    <div role="alert">
      <EmptyState
        icon={IconPlugConnectedX}
        tone="bad"
        title="Não deu para abrir esta tela"
        text="Confira sua conexão e tente de novo."
        actions={<Button onClick={again}>Tentar de novo</Button>}
      />
    </div>
  );
}
