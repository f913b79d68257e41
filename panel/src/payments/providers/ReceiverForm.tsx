/**
 * Form that saves whether the receiver of payments is a company or a person. The form is shown
 * before any key is entered.
 */
import { Text } from '@mantine/core';
import { getPaymentProviders, saveReceiver } from '@ramal/contract/payments/payment-providers';
import { IconBuildingBank } from '@tabler/icons-react';
import { ChoiceTiles } from '../../ui/form/fields/ChoiceTiles.tsx';
import { DateField } from '../../ui/form/fields/DateField.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import type { ProvidersState } from './provider-words.ts';

interface ReceiverFormProps {
  receiver: ProvidersState['receiver'];
  onClose: () => void;
  onSaved: () => void;
}

export function ReceiverForm({ receiver, onClose, onSaved }: ReceiverFormProps) {
  const form = useForm(saveReceiver, {
    initial: {
      type: receiver?.type ?? 'company',
      cnpj: receiver?.document ?? '',
      openedOn: receiver?.openedOn ?? '',
    },
    send: ({ type, cnpj, openedOn }) => ({
      body:
        type === 'company'
          ? { type, ...(cnpj ? { cnpj } : {}), ...(openedOn ? { openedOn } : {}) }
          : { type },
    }),
    validate: ({ type, cnpj, openedOn }) =>
      type === 'company'
        ? {
            ...(cnpj ? {} : { cnpj: 'Escreva o CNPJ.' }),
            ...(openedOn ? {} : { openedOn: 'Escreva a data de abertura.' }),
          }
        : {},
    refresh: [getPaymentProviders],
    success: ({ message, receiver: saved }) => ({
      title: message,
      ...(saved?.reason ? { text: saved.reason } : {}),
    }),
    onDone: onSaved,
  });
  const isCompany = form.values.type === 'company';
  return (
    <FormDialog
      form={form}
      title="Quem recebe?"
      subtitle="Antes de qualquer chave: só empresa com CNPJ há 6 meses pode receber Pix Automático."
      icon={IconBuildingBank}
      width={480}
      submitLabel="Continuar"
      onClose={onClose}
    >
      <ChoiceTiles
        names
        label="Quem recebe"
        value={form.values.type}
        options={[
          { value: 'company', label: 'Empresa', detail: 'com CNPJ' },
          { value: 'person', label: 'Pessoa', detail: 'com CPF' },
        ]}
        onChange={(type) => form.change({ type: type as 'company' | 'person' })}
      />
      {isCompany ? (
        <>
          <TextField
            label="CNPJ"
            autoComplete="off"
            placeholder="12.345.678/0001-95"
            {...form.field('cnpj')}
          />
          <DateField label="Data de abertura" aside="como na Receita" {...form.field('openedOn')} />
        </>
      ) : (
        <Text c="var(--warn)" fz="control">
          Conta de pessoa física não recebe Pix Automático. Seus clientes continuam com o Pix de um
          toque.
        </Text>
      )}
    </FormDialog>
  );
}
