import {
  type DnsProviderState,
  dnsProviders,
  getDnsProvider,
  saveDnsProvider,
} from '@ramal/contract/operations/dns-providers';
import { listHostnames } from '@ramal/contract/operations/hostnames';
import { IconFlask2, IconKey, IconPencilExclamation, IconWorldCog } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import { TagsField } from '../../ui/form/fields/choice-fields.tsx';
import { PasswordField, TextField } from '../../ui/form/fields/fields.tsx';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import { ProviderDialog } from './ProviderDialog.tsx';
import { providerLabels } from './provider-words.ts';

type Provider = DnsProviderState['provider'];

export function EditDnsProvider({ onClose }: { onClose: () => void }) {
  const { data } = useCall(getDnsProvider, {});
  return data ? <ProviderForm state={data} onClose={onClose} /> : null;
}

interface Values {
  provider: Provider;
  key: string;
  account: string;
  nameServers: string[];
  target: string;
}

const initialOf = ({ provider, account, nameServers, target }: DnsProviderState): Values => ({
  provider,
  key: '',
  account: account ?? '',
  nameServers,
  target: target ?? '',
});

/**
 * Form of the DNS provider. The key is saved only after a test record was written and deleted with
 * it.
 */
function ProviderForm({ state, onClose }: { state: DnsProviderState; onClose: () => void }) {
  const code = useFreshCode();
  const form = useForm(saveDnsProvider, {
    initial: initialOf(state),
    secrets: ['key'],
    send: ({ provider, key, account, nameServers: servers, target }) => ({
      body: {
        provider,
        nameServers: provider === 'powerdns' ? servers : [],
        ...(key ? { key } : {}),
        ...(provider === 'cloudflare' && account ? { account } : {}),
        ...(target ? { target } : {}),
      },
    }),
    freshCode: () => code,
    codeFields: { dns_key_refused: 'key' },
    refresh: [getDnsProvider, listHostnames],
    success: ({ message, finding }) => ({ title: message, ...(finding ? { text: finding } : {}) }),
    onDone: onClose,
  });
  const { provider } = form.values;
  return (
    <ProviderDialog
      form={form}
      code={code}
      title="Trocar provedor de DNS"
      icon={IconWorldCog}
      facts={factsOf[provider === 'sandbox' ? 'sandbox' : 'real']}
      label="Provedor de DNS"
      kinds={dnsProviders}
      words={providerLabels}
      value={provider}
      onChange={(value) => form.change({ provider: value })}
      onClose={onClose}
    >
      {provider !== 'sandbox' && <ProviderFields form={form} state={state} />}
    </ProviderDialog>
  );
}

interface ProviderFieldsProps {
  readonly form: Form<Values>;
  readonly state: DnsProviderState;
}

function ProviderFields({ form, state }: ProviderFieldsProps) {
  const { provider, nameServers: servers } = form.values;
  return (
    <>
      <PasswordField
        label="Chave"
        optional={provider === state.provider}
        autoComplete="off"
        hint={
          provider === 'powerdns'
            ? `Este servidor pergunta em ${state.powerdnsUrl}.`
            : 'Um token que pode editar zonas e DNS da conta.'
        }
        {...form.field('key', (typed) => typed.trim())}
      />
      {provider === 'cloudflare' ? (
        <TextField
          label="Conta"
          mono
          autoComplete="off"
          spellCheck={false}
          hint="O ID da conta, de 32 letras e números."
          {...form.field('account', (typed) => typed.trim())}
        />
      ) : (
        <TagsField
          label="Servidores de nomes"
          placeholder="ns1.exemplo.com"
          value={servers}
          error={form.errors.nameServers}
          onChange={(value) => form.change({ nameServers: value })}
        />
      )}
      <TextField
        label="IP do player"
        mono
        autoComplete="off"
        hint="Para onde os DNS comprados levam."
        {...form.field('target', (typed) => typed.trim())}
      />
    </>
  );
}

const factsOf: Record<'sandbox' | 'real', readonly Fact[]> = {
  sandbox: [{ icon: IconFlask2, text: 'Nenhuma zona é escrita fora do painel.' }],
  real: [
    { icon: IconKey, text: 'A chave é provada no provedor antes de valer.' },
    {
      icon: IconPencilExclamation,
      text: 'O que alguém altera lá à mão é mostrado e fica como está.',
    },
  ],
};
