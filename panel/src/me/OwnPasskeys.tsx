/** Passkeys: the fingerprint or face recognition of a device replaces password and code. */
import { Button, Text } from '@mantine/core';
import { addPasskey, listPasskeys, offerPasskey, removePasskey } from '@ramal/contract/passkeys';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { verifySecondFactor } from '@ramal/contract/second-factors';
import { getProfile } from '@ramal/contract/sessions';
import { IconFingerprint, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { pluralize } from '../foundation/numbers.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { canUsePasskeys, createPasskeyOnDevice } from '../sessions/passkey-device.ts';
import { useProfile } from '../sessions/profile.ts';
import { TextField } from '../ui/form/fields/fields.tsx';
import { useToast } from '../ui/toasts.tsx';
import { CodeDialog } from '../second-factors/CodeDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SettingsButton, SettingsCard, SettingsNote } from './SettingsCard.tsx';
import { SettingsRows } from './SettingsRows.tsx';

type Passkey = ResponseOf<typeof listPasskeys>['data'][number];

export function OwnPasskeys({ enrolled }: { enrolled: boolean }) {
  const passkeys = useCall(listPasskeys, {});
  const username = useProfile().data?.username ?? '';
  const [dialog, setDialog] = useState<'create' | Passkey>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setDialog(undefined);
  const rows = passkeys.data?.data;

  return (
    <SettingsCard
      icon={IconFingerprint}
      title="Chaves de acesso"
      state={
        rows &&
        rows.length > 0 && (
          <Text span fz="xs" c="var(--ink-3)">
            {pluralize(rows.length, 'chave', 'chaves')}
          </Text>
        )
      }
      note="Entre com a digital ou o rosto do aparelho, sem senha e sem código. Cada chave vale no endereço em que foi criada."
    >
      <Loaded query={passkeys} failed="Não deu para carregar as chaves" compact height={56}>
        {({ data }) =>
          data.length > 0 && (
            <SettingsRows
              rows={data.map((row) => ({
                key: row.id,
                name: row.name,
                note: passkeyNote(row),
                action: (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Remover ${row.name}`}
                    leftSection={<IconTrash size={15} stroke={1.75} aria-hidden />}
                    onClick={() => setDialog(row)}
                  >
                    Remover
                  </Button>
                ),
              }))}
            />
          )
        }
      </Loaded>
      {canUsePasskeys() ? (
        <SettingsButton variant={enrolled ? 'default' : 'soft'} onClick={() => setDialog('create')}>
          Criar chave de acesso
        </SettingsButton>
      ) : (
        <SettingsNote>
          Este navegador ou este endereço não aceita chaves de acesso: elas precisam de https.
        </SettingsNote>
      )}
      {dialog === 'create' && <CreatePasskey onClose={close} onCodes={setCodes} />}
      {typeof dialog === 'object' && <RemovePasskey passkey={dialog} onClose={close} />}
      {codes && (
        <RecoveryCodes codes={codes} username={username} onClose={() => setCodes(undefined)} />
      )}
    </SettingsCard>
  );
}

const passkeyNote = ({ here, host, lastUsedAt: used, createdAt: created }: Passkey): string =>
  `${here ? 'neste endereço' : host} · ${used ? `usada em ${used}` : `criada em ${created}`}`;

const refresh = [listPasskeys, verifySecondFactor, getProfile];

interface CreatePasskeyProps {
  onClose: () => void;
  /**
   * Called with the recovery codes. The server creates them together with the first second factor
   * of an account.
   */
  onCodes: (codes: readonly string[]) => void;
}

function CreatePasskey({ onClose, onCodes }: CreatePasskeyProps) {
  const toast = useToast();
  const offer = useAction(offerPasskey);
  const add = useAction(addPasskey, { refresh });
  const [name, setName] = useState(suggestDeviceName);
  const create = async (proof: { code2fa?: string; currentPassword?: string }) => {
    const { options } = await offer.mutateAsync({ body: proof });
    const response = await createPasskeyOnDevice(options);
    const created = await add.mutateAsync({
      body: { name: name.trim() || suggestDeviceName(), response },
    });
    toast({ title: created.message, text: created.data.name });
    if (created.recoveryCodes) onCodes(created.recoveryCodes);
  };
  return (
    <CodeDialog
      title="Criar chave de acesso"
      submitLabel="Criar"
      asksPassword
      run={create}
      onClose={onClose}
    >
      <TextField
        label="Nome"
        hint="Para você reconhecer o aparelho depois."
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </CodeDialog>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const toast = useToast();
  const remove = useAction(removePasskey, { refresh });
  return (
    <CodeDialog
      title={`Remover a chave «${passkey.name}»?`}
      submitLabel="Sim, remover"
      danger
      run={async (code) => {
        const { message } = await remove.mutateAsync({ params: { id: passkey.id }, body: code });
        toast({ title: message, text: passkey.name });
      }}
      onClose={onClose}
    >
      <SettingsNote>
        O aparelho deixa de entrar com ela. Apague-a também do gerenciador de senhas dele.
      </SettingsNote>
    </CodeDialog>
  );
}

/** Names of operating systems by user agent. They are suggested as the name of a new passkey. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Celular Android'],
  [/Windows/, 'Computador Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Computador Linux'],
];

const suggestDeviceName = (): string =>
  systems.find(([sign]) => sign.test(navigator.userAgent))?.[1] ?? 'Este aparelho';
