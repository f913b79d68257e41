import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';

/** Shown instead of a screen if one of its files could not be loaded, or if it failed to render. */
export function BrokenScreen({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  // Reloads the page if the browser is online. After an update, the server no longer has the files
  // of the older version. Only a reload loads the current files.
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
