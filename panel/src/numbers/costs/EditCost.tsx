import { type Cost, editCost, enteredCostKinds } from '@ramal/contract/numbers/costs';
import { priceText } from '../../foundation/amounts.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import {
  callsWithCosts,
  CostFields,
  type CostValues,
  PlatformChoice,
  toCostBody,
} from './CostFields.tsx';

interface EditCostProps {
  /** An entered cost. */
  readonly cost: Cost;
  readonly onClose: () => void;
}

export function EditCost({ cost, onClose }: EditCostProps) {
  const initial: CostValues = {
    name: cost.name,
    kind: enteredCostKinds.find((kind) => kind === cost.kind) ?? 'other',
    cents: priceText(cost.cents / 100),
    platform: cost.platform ?? '',
  };
  const form = useForm(editCost, {
    draft: `number-cost-${cost.id}`,
    initial,
    send: (values) => ({ params: { id: cost.id! }, body: toCostBody(values) }),
    refresh: [...callsWithCosts],
    success: ({ message }, { name }) => ({ title: message, text: name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Editar custo"
      subtitle="Vale deste mês em diante; meses fechados ficam como estão."
      onClose={onClose}
    >
      <CostFields form={form} />
      <PlatformChoice form={form} />
    </FormDialog>
  );
}
