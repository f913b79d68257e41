/** A new secret for an endpoint; the former one signs along for a day, or not at all after a leak. */
import { type Webhook, listWebhooks, rotateWebhookSecret } from '@ramal/contract/webhooks';
import { IconRefresh } from '@tabler/icons-react';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';

interface RotateSecretProps {
  readonly endpoint: Webhook;
  readonly onMade: (made: { id: number; secret: string; url: string }) => void;
  readonly onClose: () => void;
}

export function RotateSecret({ endpoint, onMade, onClose }: RotateSecretProps) {
  const form = useForm(rotateWebhookSecret, {
    initial: { overlapHours: '24' },
    send: (body) => ({ params: { id: endpoint.id }, body }),
    refresh: [listWebhooks],
    onDone: (made) => {
      onClose();
      onMade(made);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Trocar o segredo?"
      subtitle={endpoint.url}
      icon={IconRefresh}
      width={460}
      submitLabel="Sim, trocar"
      onClose={onClose}
    >
      <SelectField
        label="O segredo anterior ainda assina?"
        data={[
          { value: '24', label: 'Por mais 24 horas, junto com o novo' },
          { value: '0', label: 'Não: ele para agora' },
        ]}
        {...form.field('overlapHours')}
      />
    </FormDialog>
  );
}
