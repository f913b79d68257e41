/**
 * «Ir para um canal»: changes the channel of a box. The box receives the change with its next life
 * sign.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { orderBox } from '@ramal/contract/boxes/box-orders';
import { listChannelOptions } from '@ramal/contract/catalogue/catalogue';
import { IconDeviceTv } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import type { FieldErrors } from '../ui/form/form-errors.ts';
import { useForm } from '../ui/form/use-form.ts';
import { customerName } from './box-words.ts';
import type { BoxDialogProps } from './SendMessage.tsx';
import { callsChangedByBoxes } from './use-box-actions.tsx';

const DEBOUNCE_MS = 300;

export function GoToChannel({ box, onClose, onSaved }: BoxDialogProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const options = useCall(
    listChannelOptions,
    { query: search ? { search } : {} },
    { keepPrevious: true },
  );
  const form = useForm(orderBox, {
    initial: { streamId: '' },
    wireNames: { streamId: 'stream_id' },
    send: ({ streamId }) => ({
      params: { id: box.id },
      body: { kind: 'channel' as const, ...(streamId ? { streamId: Number(streamId) } : {}) },
    }),
    validate: ({ streamId }): FieldErrors => (streamId ? {} : { stream_id: 'Escolha o canal.' }),
    codeFields: { stream_not_found: 'stream_id' },
    refresh: callsChangedByBoxes,
    success: ({ message }) => ({ title: message, text: customerName(box) }),
    onDone: () => {
      onClose();
      onSaved(box.id);
    },
  });
  const { value, error, onChange } = form.field('streamId');
  return (
    <FormDialog
      form={form}
      title={`Ir para um canal na caixa de ${customerName(box)}`}
      icon={IconDeviceTv}
      width={470}
      facts={[{ icon: IconDeviceTv, text: 'A TV muda de canal em até 2 minutos.' }]}
      submitLabel="Mudar o canal"
      onClose={onClose}
    >
      <SelectField
        label="Canal"
        name="stream_id"
        searchable
        placeholder="Procure pelo nome"
        data={(options.data?.channels ?? []).map((channel) => ({
          label: channel.label,
          value: String(channel.value),
        }))}
        // The server has already searched, so the field does not filter.
        filter={({ options: all }) => all}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
        onSearchChange={setTyped}
        error={error ?? options.error?.message}
      />
    </FormDialog>
  );
}
