import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';

/** In a screen's place when a part of it could not be fetched, or broke. */
export function BrokenScreen({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  // A part of an older version is no longer there: only the page anew brings today's.
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
