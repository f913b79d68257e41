import { IconDeviceMobile, IconShieldLock } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import { OWN_ACCOUNT } from './EnrolFirst.tsx';
import { useProfile } from './profile.ts';
import './second-factor-notices.css';

/** What somebody above asks of one's own account, said over every screen until it is done. */
export function SecondFactorNotices() {
  const { pathname } = useLocation();
  const asked = useProfile().data?.second_factor;
  if (!asked) return null;
  const {
    enrolled,
    required_from: from,
    must_enrol: mustEnrol,
    replacement_pending: isReplaced,
  } = asked;
  const isDue = from !== null && !enrolled;
  if (!isDue && !isReplaced) return null;
  return (
    <div className="second-factor-notices">
      {isDue && (
        <Notice
          tone="warn"
          icon={IconShieldLock}
          action={
            pathname !== OWN_ACCOUNT && (
              <LinkButton to={OWN_ACCOUNT} variant="default" size="xs">
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
    </div>
  );
}
