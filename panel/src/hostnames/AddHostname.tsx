import { createHostname, listHostnames } from '@ramal/contract/operations/hostnames';
import { IconWorld } from '@tabler/icons-react';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useFreshCode } from '../second-factors/use-fresh-code.ts';
import { TextField } from '../ui/form/fields/fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';

/** Dialog that adds a hostname which an admin already owns, from any registrar (S-DNS-25, V-71). */
export function AddHostname({ onClose }: { onClose: () => void }) {
  const code = useFreshCode();
  const form = useForm(createHostname, {
    initial: { domain: '', description: '' },
    send: ({ domain, description }) => ({
      body: { domain, manual: true, ...(description ? { description } : {}) },
    }),
    freshCode: () => code,
    codeFields: { hostname_taken: 'domain' },
    refresh: [listHostnames],
    success: ({ message }, { domain }) => ({ title: message, text: domain }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Cadastrar DNS"
      icon={IconWorld}
      submitLabel="Cadastrar"
      onClose={onClose}
    >
      <TextField
        label="DNS"
        mono
        autoComplete="off"
        spellCheck={false}
        placeholder="tv.exemplo.com"
        hint="Aponte-o para o seu player antes: só entra nos links depois de responder."
        {...form.field('domain', (typed) => typed.trim().toLowerCase())}
      />
      <TextField
        label="Descrição"
        optional
        maxLength={200}
        autoComplete="off"
        {...form.field('description')}
      />
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}
