import { IconCheck } from '@tabler/icons-react';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';

/** Shown if the account exists but the page could not sign it in. */
export const CreatedAccount = ({ username }: { username: string }) => (
  <Panel maw="calc(18 * var(--space-5xl))" mx="auto" p="var(--space-4xl)">
    <EmptyState
      icon={IconCheck}
      tone="ok"
      title="Conta criada"
      text={`Entre com o usuário ${username} e a senha que você escolheu.`}
      actions={<LinkButton to="/login">Entrar no painel</LinkButton>}
    />
  </Panel>
);
