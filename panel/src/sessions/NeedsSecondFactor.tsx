import { IconShieldLock } from '@tabler/icons-react';
import { LinkButton } from '../ui/LinkButton.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';

/** Shown instead of a screen that requires an account with a second factor (Q-2FAGATE). */
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
