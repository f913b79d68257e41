/** Passkeys: the fingerprint or face of a device in place of password and code. */
import { Button, Skeleton } from '@mantine/core';
import { addPasskey, listPasskeys, offerPasskey, removePasskey } from '@ramal/contract/passkeys';
import { verifySecondFactor } from '@ramal/contract/second-factors';
import { getProfile } from '@ramal/contract/sessions';
import { IconFingerprint, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { countOf } from '../foundation/numbers.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { canUsePasskeys, createPasskeyOnDevice } from '../sessions/passkey-device.ts';
import { useProfile } from '../sessions/profile.ts';
import { TextField } from '../ui/form/fields.tsx';
import { useToast } from '../ui/toasts.tsx';
import { AskCode } from './AskCode.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { suggestDeviceName } from './device-name.ts';

export function OwnPasskeys({ enrolled }: { enrolled: boolean }) {
  const passkeys = useCall(listPasskeys, {});
  const username = useProfile().data?.username ?? '';
  const toast = useToast();
  const refresh = [listPasskeys, verifySecondFactor, getProfile];
  const offer = useAction(offerPasskey);
  const add = useAction(addPasskey, { refresh });
  const remove = useAction(removePasskey, { refresh });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<{ id: number; name: string }>();
  const [name, setName] = useState(suggestDeviceName);
  const [codes, setCodes] = useState<readonly string[]>();
  const rows = passkeys.data?.data;
  const { error } = passkeys;

  const make = async (code: { code_2fa?: string }) => {
    const { options } = await offer.mutateAsync({ body: code });
    const response = await createPasskeyOnDevice(options);
    const made = await add.mutateAsync({
      body: { name: name.trim() || suggestDeviceName(), response },
    });
    toast({ title: made.message, text: made.data.name });
    if (made.recovery_codes) setCodes(made.recovery_codes);
  };
  return (
    <SettingsCard
      icon={IconFingerprint}
      title="Chaves de acesso"
      state={
        rows &&
        rows.length > 0 && (
          <span className="me-count">{countOf(rows.length, 'chave', 'chaves')}</span>
        )
      }
      note="Entre com a digital ou o rosto do aparelho, sem senha e sem código. Cada chave vale no endereço em que foi criada."
    >
      {error && !rows && (
        <ErrorState
          compact
          title="Não deu para carregar as chaves"
          error={error}
          busy={passkeys.isFetching}
          onRetry={() => void passkeys.refetch()}
        />
      )}
      {!rows && !error && <Skeleton height={56} />}
      {rows && rows.length > 0 && (
        <ul className="me-rows">
          {rows.map((row) => (
            <li key={row.id}>
              <p>
                <b>{row.name}</b>
                <span>
                  {row.here ? 'neste endereço' : row.host} ·{' '}
                  {row.last_used_at
                    ? `usada em ${row.last_used_at}`
                    : `criada em ${row.created_at}`}
                </span>
              </p>
              <Button
                variant="default"
                size="xs"
                aria-label={`Remover ${row.name}`}
                leftSection={<IconTrash size={15} stroke={1.75} aria-hidden />}
                onClick={() => setRemoving(row)}
              >
                Remover
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Button
          variant={enrolled ? 'default' : 'soft'}
          size="md"
          className="me-main"
          onClick={() => setAdding(true)}
        >
          Criar chave de acesso
        </Button>
      ) : (
        <p className="me-card-note">
          Este navegador ou este endereço não aceita chaves de acesso: elas precisam de https.
        </p>
      )}
      {adding && (
        <AskCode
          title="Criar chave de acesso"
          yes="Criar"
          run={make}
          onClose={() => setAdding(false)}
        >
          <TextField
            label="Nome"
            hint="Para você reconhecer o aparelho depois."
            maxLength={60}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </AskCode>
      )}
      {removing && (
        <AskCode
          title={`Remover a chave «${removing.name}»?`}
          yes="Sim, remover"
          danger
          run={async (code) => {
            const done = await remove.mutateAsync({ params: { id: removing.id }, body: code });
            toast({ title: done.message, text: removing.name });
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>O aparelho deixa de entrar com ela. Apague-a também do gerenciador de senhas dele.</p>
        </AskCode>
      )}
      {codes && (
        <RecoveryCodes codes={codes} username={username} onClose={() => setCodes(undefined)} />
      )}
    </SettingsCard>
  );
}
