/**
 * Dialog that deletes a cost. For a repeated cost, the seller chooses this month only, or this
 * month and all later months.
 */
import { type Cost, deleteCost } from '@ramal/contract/numbers/costs';
import { IconLock, IconTrash } from '@tabler/icons-react';
import { ChoiceTiles } from '../../ui/form/fields/ChoiceTiles.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { formatCents, monthWord } from '../number-words.ts';
import { callsWithCosts } from './CostFields.tsx';

interface DeleteCostProps {
  /** A cost that the seller entered. Computed costs have no id and cannot be deleted. */
  readonly cost: Cost;
  /** Format yyyy-mm. */
  readonly month: string;
  readonly onClose: () => void;
}

type DeletionScope = 'this-month' | 'from-now-on';

export function DeleteCost({ cost, month, onClose }: DeleteCostProps) {
  const isRepeated = cost.repeats === 'monthly';
  const initial: { readonly from: DeletionScope } = { from: 'this-month' };
  const form = useForm(deleteCost, {
    initial,
    send: ({ from }) => ({ params: { id: cost.id! }, query: isRepeated ? { from } : {} }),
    refresh: [...callsWithCosts],
    success: ({ message }) => ({ title: message, text: cost.name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      tone="danger"
      icon={IconTrash}
      title={`Deletar ${cost.name}?`}
      facts={[
        {
          icon: IconTrash,
          text: `${formatCents(cost.cents)} saem dos custos de ${monthWord(month)}.`,
        },
        { icon: IconLock, text: 'Meses fechados ficam como estão.' },
      ]}
      submitLabel="Sim, deletar"
      cancelLabel="Não"
      onClose={onClose}
    >
      {isRepeated && (
        <ChoiceTiles
          names
          label="Deletar"
          value={form.values.from}
          options={[
            { value: 'this-month', label: 'Só este mês' },
            { value: 'from-now-on', label: 'De agora em diante' },
          ]}
          onChange={(chosen) =>
            form.change({ from: chosen === 'this-month' ? 'this-month' : 'from-now-on' })
          }
        />
      )}
    </FormDialog>
  );
}
