/** Form for the share of a group that receives no message. */
import { MIN_CONTROL_PEOPLE } from '@ramal/contract/win-back/win-back-rules';
import { getWinBack, saveWinBackGroup } from '@ramal/contract/win-back/win-back';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { ChoiceTiles } from '../../ui/form/fields/ChoiceTiles.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import type { GroupAnswer } from '../win-back-words.ts';

const PERCENTS = [0, 5, 10, 20, 30, 50];

interface ControlDialogProps {
  readonly group: GroupAnswer;
  readonly onClose: () => void;
}

export function ControlDialog({ group, onClose }: ControlDialogProps) {
  const form = useForm(saveWinBackGroup, {
    initial: { controlPercent: String(group.controlPercent) },
    send: (values) => ({ body: { group: group.group, ...values } }),
    refresh: [getWinBack],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Grupo de controle"
      subtitle={`Sorteia quem não recebe, para medir quantos voltariam sozinhos. O resultado aparece com ${MIN_CONTROL_PEOPLE} pessoas ou mais. Vale para quem ainda não foi sorteado.`}
      onClose={onClose}
    >
      <ChoiceTiles
        label="Quantos não recebem"
        value={form.values.controlPercent}
        options={PERCENTS.map((percent) => ({
          value: String(percent),
          label: `${percent}%`,
          detail: percent === 0 ? 'sem medição' : 'não recebem',
        }))}
        onChange={(controlPercent) => form.change({ controlPercent })}
      />
    </FormDialog>
  );
}
