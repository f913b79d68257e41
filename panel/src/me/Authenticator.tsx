/** The authenticator app: set up with a QR code drawn here, its recovery codes, and the way out of it. */
import { Button, Skeleton } from '@mantine/core';
import {
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  verifySecondFactor,
} from '@ramal/contract/second-factors';
import { getProfile } from '@ramal/contract/sessions';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { type ApiError, endsSession } from '../foundation/api/api.ts';
import { countOf } from '../foundation/numbers.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { useProfile } from '../sessions/profile.ts';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';
import { AskCode } from './AskCode.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpAuthenticator, type SetUpAuthenticatorProps } from './SetUpAuthenticator.tsx';

type Window = 'setup' | 'renew' | 'disable';
type Pending = SetUpAuthenticatorProps['pending'];
const FEW_CODES = 3;

export function Authenticator() {
  const factors = useCall(verifySecondFactor, {});
  const username = useProfile().data?.username ?? '';
  const toast = useToast();
  const alert = useAlertDialog();
  const [window, setWindow] = useState<Window>();
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = [verifySecondFactor, getProfile];
  const renew = useAction(renewRecoveryCodes, { refresh });
  const disable = useAction(disableSecondFactor, { refresh });
  const enable = useAction(enableSecondFactor);
  const [pending, setPending] = useState<Pending>();
  const { data, error } = factors;
  const close = () => setWindow(undefined);
  /** Whoever holds a passkey confirms with it that it is them. */
  const begin = async (hasOther: boolean) => {
    if (hasOther) return setWindow('setup');
    try {
      setPending(await enable.mutateAsync({ body: {} }));
    } catch (failure) {
      const { title, message, requestId } = failure as ApiError;
      if (!endsSession(failure)) await alert({ title, text: message, requestId });
    }
    return undefined;
  };
  return (
    <SettingsCard
      icon={IconDeviceMobile}
      title="Aplicativo autenticador"
      state={
        data && (
          <StatusBadge tone={data.has2fa ? 'ok' : 'off'} ring={!data.has2fa}>
            {data.has2fa ? 'Ligado' : 'Desligado'}
          </StatusBadge>
        )
      }
      note={
        data?.has2fa
          ? 'Ao entrar e antes de atos sensíveis, pedimos o código de seis números do aplicativo.'
          : 'Google Authenticator, Authy, 1Password: um código novo a cada 30 segundos, que só o seu celular conhece.'
      }
    >
      {error && !data && (
        <ErrorState
          compact
          title="Erro ao verificar autenticação 2FA."
          error={error}
          busy={factors.isFetching}
          onRetry={() => void factors.refetch()}
        />
      )}
      {!data && !error && <Skeleton height={42} width={180} />}
      {data && !data.has2fa && (
        <Button
          size="md"
          className="me-main"
          loading={enable.isPending}
          onClick={() => void begin(data.passkeys > 0)}
        >
          Configurar 2FA
        </Button>
      )}
      {data && (data.has2fa || data.recovery_codes > 0) && (
        <>
          <p className="me-codes" data-few={data.recovery_codes < FEW_CODES || undefined}>
            {data.recovery_codes === 0
              ? 'Nenhum código de recuperação sobrou.'
              : `${countOf(data.recovery_codes, 'código de recuperação sobra', 'códigos de recuperação sobram')}.`}
          </p>
          <div className="me-acts">
            <Button variant="default" onClick={() => setWindow('renew')}>
              Gerar códigos novos
            </Button>
            {data.has2fa && (
              <Button variant="danger-soft" onClick={() => setWindow('disable')}>
                Desligar
              </Button>
            )}
          </div>
        </>
      )}
      {window === 'setup' && (
        <AskCode
          title="Configurar o aplicativo autenticador?"
          yes="Sim, configurar"
          run={async (code) => setPending(await enable.mutateAsync({ body: code }))}
          onClose={close}
        >
          <p>Confirme antes com o segundo fator que a conta já tem.</p>
        </AskCode>
      )}
      {pending && (
        <SetUpAuthenticator
          pending={pending}
          onClose={() => setPending(undefined)}
          onDone={(made) => {
            setPending(undefined);
            setCodes(made);
          }}
        />
      )}
      {window === 'renew' && (
        <AskCode
          title="Gerar códigos de recuperação novos?"
          yes="Sim, gerar"
          run={async (code) => setCodes((await renew.mutateAsync({ body: code })).recovery_codes)}
          onClose={close}
        >
          <p>Os códigos antigos, também os que você guardou, deixam de valer na hora.</p>
        </AskCode>
      )}
      {window === 'disable' && (
        <AskCode
          title="Desligar o aplicativo autenticador?"
          yes="Sim, desligar"
          danger
          run={async (code) =>
            toast({ title: (await disable.mutateAsync({ body: code })).message })
          }
          onClose={close}
        >
          <p>Quem souber a sua senha poderá entrar e mover os seus créditos.</p>
        </AskCode>
      )}
      {codes && (
        <RecoveryCodes codes={codes} username={username} onClose={() => setCodes(undefined)} />
      )}
    </SettingsCard>
  );
}
