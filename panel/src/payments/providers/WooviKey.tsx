/** Key of Woovi. Woovi signs its notices itself, so there is no password to enter. */
import { Text } from '@mantine/core';
import { getPaymentProviders, saveWooviKey } from '@ramal/contract/payments/payment-providers';
import { IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { CopyRow } from '../../ui/copy/CopyRow.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { PasswordField } from '../../ui/form/fields/fields.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import type { ProvidersState } from './provider-words.ts';

interface WooviKeyProps {
  state: ProvidersState;
  onClose: () => void;
}

const findNoticeUrl = ({ providers }: Pick<ProvidersState, 'providers'>): string | undefined =>
  providers.find(({ kind }) => kind === 'woovi')?.noticeUrl;

export function WooviKey({ state, onClose }: WooviKeyProps) {
  const [savedUrl, setSavedUrl] = useState<string>();
  const code = useFreshCode();
  const form = useForm(saveWooviKey, {
    initial: { apiKey: '' },
    secrets: ['apiKey'],
    send: ({ apiKey }) => ({ body: { apiKey } }),
    freshCode: () => code,
    refresh: [getPaymentProviders],
    success: ({ message }) => ({ title: message }),
    onDone: (saved) => setSavedUrl(findNoticeUrl(saved)),
  });
  if (savedUrl) return <NoticeSettings url={savedUrl} onClose={onClose} />;
  const url = findNoticeUrl(state);
  return (
    <FormDialog
      form={form}
      title="Chave do Woovi"
      subtitle="No Woovi, em API/Plugins, crie uma API e copie o AppID."
      icon={IconBuildingBank}
      width={480}
      submitLabel="Salvar chave"
      onClose={onClose}
    >
      <PasswordField
        label="AppID"
        autoComplete="off"
        {...form.field('apiKey', (typed) => typed.trim())}
      />
      <Text c="var(--ink-2)" fz="note">
        O Woovi faz o Pix na hora. O Pix Automático continua no Asaas.
      </Text>
      {url && <CopyRow label="Endereço de avisos" value={url} wrap="below" />}
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}

interface NoticeSettingsProps {
  url: string;
  onClose: () => void;
}

/** Shows what the user enters in the webhook settings of Woovi. */
const NoticeSettings = ({ url, onClose }: NoticeSettingsProps) => (
  <Dialog
    onClose={onClose}
    width={480}
    title="Falta ligar os avisos"
    subtitle="No Woovi, em API/Plugins, crie um webhook para «Cobrança paga» com este endereço."
    closeLabel="Pronto"
  >
    <CopyRow label="Endereço de avisos" value={url} wrap="below" />
  </Dialog>
);
