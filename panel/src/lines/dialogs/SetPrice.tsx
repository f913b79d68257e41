/**
 * «Preço do cliente»: the price that the seller charges for each paid period. Empty if the line has
 * no price.
 */
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { setLinePrice } from '@ramal/contract/lines/line-payments';
import { customerName } from '@ramal/contract/rules/customer-name';
import { typedAmount } from '../../foundation/amounts.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useToast } from '../../ui/toasts.tsx';
import { offerUndo } from '../../ui/undo/offered-act.ts';
import { callsChangedByActions } from '../platforms/calls.ts';
import { amountError, parseCents, typedCents } from '../fields/line-values.ts';
import type { LineDialogProps } from './line-dialog.ts';

export function SetPrice({ platform, context: { line }, onClose }: LineDialogProps) {
  const { priceCents } = line;
  const refresh = [...callsChangedByActions(platform), getDueLines];
  const toast = useToast();
  const { name } = customerName(line);
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
    onDone: ({ message, undoId }) => {
      onClose();
      if (undoId) offerUndo({ undoId, name, effect: message, refresh });
      else toast({ title: message, text: name });
    },
  });
  return (
    <FormDialog form={form} title="Preço do cliente" subtitle={name} onClose={onClose}>
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
