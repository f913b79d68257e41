import { IconMapOff } from '@tabler/icons-react';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';

export function NotFound() {
  return (
    <>
      <PageHeader title="Página não encontrada" />
      <EmptyState
        icon={IconMapOff}
        tone="plain"
        title="Esta página não existe"
        text="O endereço mudou ou foi digitado errado."
        actions={<LinkButton to="/dashboard">Ir para o início</LinkButton>}
      />
    </>
  );
}
