import {
  type RegistrarKind,
  type RegistrarState,
  getRegistrar,
  registrars,
  saveRegistrar,
} from '@ramal/contract/operations/dns-providers';
import { listHostnames } from '@ramal/contract/operations/hostnames';
import { IconCoins, IconFlask2, IconKey } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { PasswordField } from '../../ui/form/fields/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { ProviderDialog } from './ProviderDialog.tsx';
import { registrarLabels } from './provider-words.ts';

export function EditRegistrar({ onClose }: { onClose: () => void }) {
  const { data } = useCall(getRegistrar, {});
  return data ? <Form state={data} onClose={onClose} /> : null;
}

/** Form of the registrar. The key is saved only after the registrar accepted it. */
function Form({ state, onClose }: { state: RegistrarState; onClose: () => void }) {
  const code = useFreshCode();
  const form = useForm(saveRegistrar, {
    initial: { registrar: state.registrar, key: '' } as { registrar: RegistrarKind; key: string },
    secrets: ['key'],
    send: ({ registrar, key }) => ({ body: { registrar, ...(key ? { key } : {}) } }),
    validate: ({ registrar, key }): Record<string, string> =>
      registrar !== 'sandbox' && key === '' ? { key: 'O campo Chave é necessário.' } : {},
    freshCode: () => code,
    codeFields: { registrar_key_refused: 'key' },
    refresh: [getRegistrar, listHostnames],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  const { registrar } = form.values;
  return (
    <ProviderDialog
      form={form}
      code={code}
      title="Trocar registrador"
      icon={IconCoins}
      facts={
        registrar === 'sandbox'
          ? [{ icon: IconFlask2, text: 'Nada é pago nem registrado fora do painel.' }]
          : [{ icon: IconKey, text: 'A chave é provada no registrador antes de valer.' }]
      }
      label="Registrador"
      kinds={registrars}
      words={registrarLabels}
      value={registrar}
      onChange={(value) => form.change({ registrar: value })}
      onClose={onClose}
    >
      {registrar !== 'sandbox' && (
        <PasswordField
          label="Chave"
          autoComplete="off"
          hint="No NameSilo, em API Manager. Ela não aparece mais depois de salva."
          {...form.field('key', (typed) => typed.trim())}
        />
      )}
    </ProviderDialog>
  );
}
