/** Creates a key. The form starts with the permissions, followed by the optional limits. */
import { createApiKey, listApiKeys, scopeGroups } from '@ramal/contract/api-keys';
import { IconKey } from '@tabler/icons-react';
import { typedAmount } from '../foundation/amounts.ts';
import { dayFromNow } from '../foundation/dates.ts';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useFreshCode } from '../second-factors/use-fresh-code.ts';
import { DateField } from '../ui/form/fields/DateField.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';
import type { KeyWithSecret } from './CreatedKey.tsx';
import { ScopesField, type ScopeChoices, chosenScopes } from './ScopesField.tsx';

interface CreateKeyProps {
  readonly onCreated: (key: KeyWithSecret) => void;
  readonly onClose: () => void;
}

const initial = {
  name: '',
  scopes: Object.fromEntries(scopeGroups.map((group) => [group, 'none'])) as ScopeChoices,
  addresses: '',
  endsOn: '',
  creditsADay: '',
};

export function CreateKey({ onCreated, onClose }: CreateKeyProps) {
  const code = useFreshCode();
  const form = useForm(createApiKey, {
    initial,
    send: ({ scopes, addresses, ...body }) => ({
      body: {
        ...body,
        scopes: chosenScopes(scopes),
        addresses: addresses.split(/[\s,;]+/).filter(Boolean),
      },
    }),
    // Errors of single addresses are shown under the one field that contains all addresses.
    readErrors: (errors) =>
      Object.fromEntries(
        Object.entries(errors).map(([name, text]) => [name.replace(/\.\d+$/, ''), text]),
      ),
    freshCode: () => code,
    refresh: [listApiKeys],
    onDone: (key) => {
      onClose();
      onCreated(key);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Criar chave de API"
      subtitle="Ela aparece inteira só uma vez, depois de criada"
      icon={IconKey}
      width={560}
      submitLabel="Criar chave"
      onClose={onClose}
    >
      <TextField
        label="Nome"
        hint="Diz no log quem fez: «Site de vendas», «Robô do WhatsApp»"
        maxLength={60}
        {...form.field('name')}
      />
      <ScopesField
        value={form.values.scopes}
        error={form.errors.scopes}
        onChange={(scopes) => form.change({ scopes })}
      />
      <TextField
        label="Créditos por dia"
        optional
        inputMode="decimal"
        hint="O que ela gasta além disso é recusado até a meia-noite"
        {...form.field('creditsADay', typedAmount)}
      />
      <TextField
        label="Endereços"
        optional
        mono
        placeholder="203.0.113.24, 198.51.100.0/24"
        hint="IPs ou redes de onde ela pode ser usada, separados por vírgula; vazio, de qualquer um"
        {...form.field('addresses')}
      />
      <DateField
        label="Vale até"
        optional
        min={dayFromNow(0)}
        hint="O último dia dela"
        {...form.field('endsOn')}
      />
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}
