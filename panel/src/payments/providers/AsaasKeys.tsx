/**
 * Dialog that replaces the API key of Asaas, and the webhook password if one is typed. If none is
 * typed or stored, the server generates one, which is shown only once.
 */
import { Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getPaymentProviders, saveAsaasKeys } from '@ramal/contract/payments/payment-providers';
import { IconAlertTriangle, IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { CopyRow } from '../../ui/copy/CopyRow.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { PasswordField } from '../../ui/form/fields/fields.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/status/Notice.tsx';
import type { ProvidersState } from './provider-words.ts';

interface AsaasKeysProps {
  state: ProvidersState;
  onClose: () => void;
}

type SavedKeys = ResponseOf<typeof saveAsaasKeys>;

export function AsaasKeys({ state, onClose }: AsaasKeysProps) {
  const [saved, setSaved] = useState<SavedKeys>();
  const code = useFreshCode();
  const form = useForm(saveAsaasKeys, {
    initial: { apiKey: '', noticePassword: '' },
    secrets: ['apiKey', 'noticePassword'],
    send: ({ apiKey, noticePassword }) => ({
      body: { apiKey, ...(noticePassword ? { noticePassword } : {}) },
    }),
    freshCode: () => code,
    refresh: [getPaymentProviders],
    success: ({ message }) => ({ title: message }),
    onDone: setSaved,
  });
  const url = (saved ?? state).providers.find(({ kind }) => kind === 'asaas')?.noticeUrl;
  if (saved) return <NoticeSettings url={url} password={saved.noticePassword} onClose={onClose} />;
  const { receiver } = state;
  return (
    <FormDialog
      form={form}
      title="Chaves do Asaas"
      subtitle="No Asaas, em Integrações, «Chaves de API»."
      icon={IconBuildingBank}
      width={480}
      submitLabel="Salvar chaves"
      onClose={onClose}
    >
      {receiver?.reason && (
        <Notice tone="warn" icon={IconAlertTriangle}>
          {receiver.reason}
        </Notice>
      )}
      <PasswordField
        label="Chave de API"
        autoComplete="off"
        placeholder="$aact_prod_…"
        {...form.field('apiKey', (typed) => typed.trim())}
      />
      <PasswordField
        label="Senha dos avisos"
        optional
        autoComplete="off"
        hint="De 32 caracteres ou mais. Vazio: o painel cria uma e mostra uma vez."
        {...form.field('noticePassword', (typed) => typed.trim())}
      />
      {url && <CopyRow label="Endereço de avisos" value={url} wrap="below" />}
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}

interface NoticeSettingsProps {
  url: string | undefined;
  /** Webhook password that the server generated. Null if it generated none. */
  password: string | null;
  onClose: () => void;
}

/** Shows the values that the user enters in the webhook settings of Asaas. */
const NoticeSettings = ({ url, password, onClose }: NoticeSettingsProps) => (
  <Dialog
    onClose={onClose}
    width={480}
    title="Falta ligar os avisos"
    subtitle="No Asaas, em Integrações, «Webhooks», crie um com estes dados."
    closeLabel="Pronto"
    closedByButton={password !== null}
  >
    <Stack gap="lg">
      {url && <CopyRow label="Endereço de avisos" value={url} wrap="below" />}
      {password !== null && <CopyRow label="Senha dos avisos" value={password} wrap="below" />}
      <Text c="var(--ink-2)" fz="note">
        {password === null
          ? 'A senha dos avisos é a que você digitou agora ou, sem ela, a que já estava guardada.'
          : 'A senha aparece só agora. Copie antes de fechar.'}
      </Text>
    </Stack>
  </Dialog>
);
