/** An admin adds a hostname to the rotation of a franchise (S-DNS-35, V-59). */
import { getRotation, saveRotation } from '@ramal/contract/operations/hostname-rotation';
import { listHostnames } from '@ramal/contract/operations/hostnames';
import { IconCoins, IconRotateClockwise, IconShare } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import type { HostnameDialogProps } from './RenewHostname.tsx';

export function AddToRotation({ hostname, onClose }: HostnameDialogProps) {
  const { dns } = hostname;
  const rotation = useCall(getRotation, {});
  const form = useForm(saveRotation, {
    initial: { idRes: '' },
    send: ({ idRes: franchise }) => ({ body: { dns, idRes: franchise } }),
    validate: ({ idRes: franchise }): Record<string, string> =>
      franchise === '' ? { idRes: 'Escolha a franquia.' } : {},
    refresh: [listHostnames, getRotation],
    success: ({ message }) => ({ title: message, text: dns }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Pôr no rodízio"
      subtitle={dns}
      icon={IconRotateClockwise}
      facts={[
        {
          icon: IconShare,
          text: 'Os links de toda a rede da franquia passam a usar o primeiro da ordem que responder.',
        },
        {
          icon: IconCoins,
          tone: 'warn',
          text: 'Um DNS da administração passa a ser da franquia: ela é quem o renova, e paga.',
        },
      ]}
      submitLabel="Pôr no rodízio"
      onClose={onClose}
    >
      <Loaded query={rotation} failed="Não deu para carregar as franquias" compact height={40}>
        {(data) => (
          <SelectField
            label="Franquia"
            placeholder="Escolha"
            data={data.franchises.map((franchise) => ({
              value: String(franchise.idRes),
              label: franchise.dns,
            }))}
            {...form.field('idRes')}
          />
        )}
      </Loaded>
    </FormDialog>
  );
}
