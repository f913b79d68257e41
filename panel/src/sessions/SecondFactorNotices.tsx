import { Stack } from '@mantine/core';
import { IconDeviceMobile, IconShieldLock } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import { ACCOUNT_PATH } from './EnrolmentGuard.tsx';
import { useProfile } from './profile.ts';

/**
 * Notices on every screen: the account must set up a second factor, or the administration has
 * prepared a new authenticator for it.
 */
export function SecondFactorNotices() {
  const { pathname } = useLocation();
  const secondFactor = useProfile().data?.secondFactor;
  if (!secondFactor) return null;
  const { enrolled, requiredFrom: from, mustEnrol, replacementPending: isReplaced } = secondFactor;
  const isDue = from !== null && !enrolled;
  if (!isDue && !isReplaced) return null;
  return (
    <Stack gap="sm" mb="2xl">
      {isDue && (
        <Notice
          tone="warn"
          icon={IconShieldLock}
          action={
            pathname !== ACCOUNT_PATH && (
              <LinkButton to={ACCOUNT_PATH} variant="default" size="xs">
                Configurar
              </LinkButton>
            )
          }
        >
          {mustEnrol
            ? 'Sua conta precisa de um segundo fator. Configure-o aqui para voltar a usar o painel.'
            : `A partir de ${from} sua conta precisa de um segundo fator.`}
        </Notice>
      )}
      {isReplaced && (
        <Notice tone="accent" icon={IconDeviceMobile}>
          A administração preparou um novo aplicativo autenticador para esta conta. Ele passa a
          valer quando você entrar com o primeiro código dele.
        </Notice>
      )}
    </Stack>
  );
}
