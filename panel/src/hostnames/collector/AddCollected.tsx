import {
  addCollectedHostnames,
  listCollectedHostnames,
  MAX_COLLECTED_AT_ONCE,
} from '@ramal/contract/operations/hostname-collector';
import { IconWorldSearch } from '@tabler/icons-react';
import { pluralize } from '../../foundation/numbers.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import { useForm } from '../../ui/form/use-form.ts';

/**
 * Form that adds hostnames, one on each text line. All of them are checked from the same network
 * (S-DNSCOL-16, Q-COLLECTOR).
 */
export function AddCollected({
  networks,
  onClose,
}: {
  networks: readonly string[];
  onClose: () => void;
}) {
  const form = useForm(addCollectedHostnames, {
    initial: { hosts: '', franchise: '', network: '' },
    send: ({ hosts, franchise, network }) => ({
      body: linesOf(hosts).map((host) => ({ host, franquia: franchise, onde: network })),
    }),
    validate: ({ hosts }) =>
      linesOf(hosts).length === 0
        ? { hosts: 'Escreva ao menos um DNS.' }
        : linesOf(hosts).length > MAX_COLLECTED_AT_ONCE
          ? { hosts: `Escreva no máximo ${MAX_COLLECTED_AT_ONCE} de uma vez.` }
          : {},
    readErrors,
    codeFields: { hostname_collected: 'hosts' },
    refresh: [listCollectedHostnames],
    success: ({ message, added }) => ({
      title: message,
      text: pluralize(added, 'DNS acompanhado', 'DNS acompanhados'),
    }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Adicionar DNS"
      icon={IconWorldSearch}
      submitLabel="Adicionar"
      onClose={onClose}
    >
      <TextAreaField
        label="DNS"
        mono
        rows={4}
        autoComplete="off"
        spellCheck={false}
        placeholder={'tv.exemplo.com\ncanais.exemplo.top'}
        hint="Um por linha."
        {...form.field('hosts')}
      />
      <TextField
        label="Franchise"
        optional
        maxLength={60}
        autoComplete="off"
        {...form.field('franchise')}
      />
      <TextField
        label="Local"
        optional
        maxLength={60}
        autoComplete="off"
        hint={
          networks.length > 0
            ? `A rede de onde se olha. O painel verifica: ${networks.join('; ')}.`
            : 'A rede de onde se olha. Nenhuma é verificada: a configuração do servidor ainda não diz o resolvedor de cada uma.'
        }
        {...form.field('network')}
      />
    </FormDialog>
  );
}

const linesOf = (hosts: string): string[] =>
  hosts
    .split(/[\s,;]+/)
    .map((host) => host.trim())
    .filter(Boolean);

const fields: Readonly<Record<string, string>> = {
  host: 'hosts',
  franquia: 'franchise',
  onde: 'network',
};

/**
 * Returns the errors of the hostnames. In the wire format each hostname has its own fields:
 * `2.host`.
 */
const readErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, text]) => {
      const [index, field = ''] = name.split('.');
      const label = fields[field];
      if (!label) return ['hosts', text];
      return [label, label === 'hosts' ? `${Number(index) + 1}º DNS: ${text}` : text];
    }),
  );
