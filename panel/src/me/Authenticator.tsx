/**
 * Card for the authenticator app: the setup with a QR code, the recovery codes, and the removal.
 * The browser draws the QR code.
 */
import { Button, Group, Skeleton } from '@mantine/core';
import {
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  verifySecondFactor,
} from '@ramal/contract/second-factors';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getProfile } from '@ramal/contract/sessions';
import { IconDeviceMobile } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../foundation/api/api.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { useProfile } from '../sessions/profile.ts';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import { useToast } from '../ui/toasts.tsx';
import { CodeDialog } from '../second-factors/CodeDialog.tsx';
import { factorFailure } from './factor-failure.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SettingsButton, SettingsCard, SettingsNote } from './SettingsCard.tsx';
import { SetUpAuthenticator, type SetUpAuthenticatorProps } from './SetUpAuthenticator.tsx';

type DialogName = 'setup' | 'renew' | 'disable';
type Factors = ResponseOf<typeof verifySecondFactor>;
const FEW_CODES = 3;

export function Authenticator() {
  const factors = useCall(verifySecondFactor, {});
  const [dialog, setDialog] = useState<DialogName>();
  const setUp = useSetUp();
  const { data } = factors;
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
      <Loaded
        query={factors}
        failed="Erro ao verificar autenticação 2FA."
        compact
        waiting={<Skeleton height={42} width={180} />}
      >
        {(data) => (
          <>
            {!data.has2fa && (
              <SettingsButton loading={setUp.busy} onClick={() => setDialog('setup')}>
                Configurar 2FA
              </SettingsButton>
            )}
            {(data.has2fa || data.recoveryCodes > 0) && (
              <RecoveryCodesLeft factors={data} onOpen={setDialog} />
            )}
          </>
        )}
      </Loaded>
      <AuthenticatorDialogs
        dialog={dialog}
        setUp={setUp}
        hasFactor={(data?.passkeys ?? 0) > 0}
        onClose={() => setDialog(undefined)}
      />
    </SettingsCard>
  );
}

/**
 * Sets up an authenticator in two calls. The first call returns the secret for the app; the second
 * call confirms it with a code.
 */
function useSetUp() {
  const enable = useAction(enableSecondFactor);
  const [pending, setPending] = useState<SetUpAuthenticatorProps['pending']>();
  const enableWith = async (proof: { code2fa?: string; currentPassword?: string }) =>
    setPending(await enable.mutateAsync({ body: proof }));
  return {
    busy: enable.isPending,
    pending,
    enableWith,
    clear: () => setPending(undefined),
  };
}

function RecoveryCodesLeft({
  factors: { has2fa, recoveryCodes: left },
  onOpen,
}: {
  factors: Factors;
  onOpen: (dialog: DialogName) => void;
}) {
  return (
    <>
      <SettingsNote warn={left < FEW_CODES}>
        {left === 0
          ? 'Nenhum código de recuperação sobrou.'
          : `${pluralize(left, 'código de recuperação sobra', 'códigos de recuperação sobram')}.`}
      </SettingsNote>
      <Group gap="sm">
        <Button variant="default" onClick={() => onOpen('renew')}>
          Gerar códigos novos
        </Button>
        {has2fa && (
          <Button variant="danger-soft" onClick={() => onOpen('disable')}>
            Desligar
          </Button>
        )}
      </Group>
    </>
  );
}

const setUpFailure = (error: ApiError) =>
  factorFailure(error, {
    title: 'Erro ao configurar autenticação 2FA.',
    text: 'Erro ao buscar QR Code do 2FA.',
  });

interface AuthenticatorDialogsProps {
  dialog: DialogName | undefined;
  setUp: ReturnType<typeof useSetUp>;
  /** True if the account has a passkey. The user then confirms with it instead of the password. */
  hasFactor: boolean;
  onClose: () => void;
}

function AuthenticatorDialogs({ dialog, setUp, hasFactor, onClose }: AuthenticatorDialogsProps) {
  const username = useProfile().data?.username ?? '';
  const toast = useToast();
  const refresh = [verifySecondFactor, getProfile];
  const renew = useAction(renewRecoveryCodes, { refresh });
  const disable = useAction(disableSecondFactor, { refresh });
  const [codes, setCodes] = useState<readonly string[]>();
  const dialogs: Record<DialogName, ReactNode> = {
    setup: (
      <CodeDialog
        title="Configurar o aplicativo autenticador?"
        submitLabel="Sim, configurar"
        asksPassword={!hasFactor}
        alertFor={setUpFailure}
        run={setUp.enableWith}
        onClose={onClose}
      >
        <SettingsNote>
          {hasFactor
            ? 'Confirme antes com o segundo fator que a conta já tem.'
            : 'Confirme antes com a sua senha: quem acha o painel aberto não a conhece.'}
        </SettingsNote>
      </CodeDialog>
    ),
    renew: (
      <CodeDialog
        title="Gerar códigos de recuperação novos?"
        submitLabel="Sim, gerar"
        run={async (code) => setCodes((await renew.mutateAsync({ body: code })).recoveryCodes)}
        onClose={onClose}
      >
        <SettingsNote>
          Os códigos antigos, também os que você guardou, deixam de valer na hora.
        </SettingsNote>
      </CodeDialog>
    ),
    disable: (
      <CodeDialog
        title="Desligar o aplicativo autenticador?"
        submitLabel="Sim, desligar"
        danger
        run={async (code) => toast({ title: (await disable.mutateAsync({ body: code })).message })}
        onClose={onClose}
      >
        <SettingsNote>Quem souber a sua senha poderá entrar e mover os seus créditos.</SettingsNote>
      </CodeDialog>
    ),
  };
  return (
    <>
      {dialog && dialogs[dialog]}
      {setUp.pending && (
        <SetUpAuthenticator
          pending={setUp.pending}
          onClose={setUp.clear}
          onDone={(newCodes) => {
            setUp.clear();
            setCodes(newCodes);
          }}
        />
      )}
      {codes && (
        <RecoveryCodes codes={codes} username={username} onClose={() => setCodes(undefined)} />
      )}
    </>
  );
}
