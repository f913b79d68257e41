import { IconShieldLock } from '@tabler/icons-react';
import { LinkButton } from '../ui/LinkButton.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';

/** In the place of a screen that only accounts with a second factor may use (Q-2FAGATE). */
export const NeedsSecondFactor = ({ text }: { text: string }) => (
  <EmptyState
    icon={IconShieldLock}
    title="Esta tela pede um segundo fator"
    text={text}
    actions={
      <>
        <LinkButton to="/me">Configurar 2FA</LinkButton>
        <LinkButton to="/dashboard" variant="default">
          Voltar
        </LinkButton>
      </>
    }
  />
);
