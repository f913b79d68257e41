/**
 * «Preço do cliente»: the price that the seller charges for each paid period. Empty if the line has
 * no price.
 */
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { setLinePrice } from '@ramal/contract/lines/line-payments';
import { customerName } from '@ramal/contract/rules/customer-name';
import { typedAmount } from '../../foundation/amounts.ts';
import { useAction } from '../../foundation/api/query.ts';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { callsChangedByActions } from '../platforms/calls.ts';
import { amountError, parseCents, typedCents } from '../fields/line-values.ts';
import type { LineDialogProps } from './line-dialog.ts';

export function SetPrice({ platform, context: { line }, onClose }: LineDialogProps) {
  const { priceCents } = line;
  const refresh = [...callsChangedByActions(platform), getDueLines];
  const back = useAction(setLinePrice, { refresh });
  const showFailure = useFailureAlert();
  const undo = () =>
    back
      .mutateAsync({ params: { id: line.id }, body: { priceCents: priceCents ?? null } })
      .catch(showFailure);
  const form = useForm(setLinePrice, {
    initial: { price: typedCents(priceCents) },
    wireNames: { price: 'priceCents' },
    send: ({ price }) => ({
      params: { id: line.id },
      body: { priceCents: parseCents(price) ?? null },
    }),
    validate: ({ price }) => {
      const error = amountError(price);
      return error ? { priceCents: error } : {};
    },
    refresh,
    success: ({ message }) => ({
      title: message,
      text: customerName(line).name,
      action: { label: 'Desfazer', run: () => void undo() },
    }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Preço do cliente"
      subtitle={customerName(line).name}
      onClose={onClose}
    >
      <TextField
        label="Quanto paga por período (R$)"
        inputMode="decimal"
        autoComplete="off"
        placeholder="Vazio: sem preço"
        {...form.field('price', typedAmount)}
      />
    </FormDialog>
  );
}
