/** Switch of a group. It asks before messages go out, and changes after the server has saved it. */
import { Switch } from '@mantine/core';
import { winBackGroups } from '@ramal/contract/win-back/win-back-rules';
import { getWinBack, saveWinBackGroup } from '@ramal/contract/win-back/win-back';
import { IconSend, IconUserMinus } from '@tabler/icons-react';
import { useAction } from '../../foundation/api/query.ts';
import { capitalised } from '../../foundation/capitalised.ts';
import { useNow } from '../../foundation/use-now.ts';
import type { Question } from '../../ui/dialogs/ConfirmBox.tsx';
import { useConfirmedAction } from '../../ui/dialogs/use-confirmed-action.ts';
import { type GroupAnswer, nextText, switchText } from '../win-back-words.ts';

interface GroupSwitchProps {
  readonly group: GroupAnswer;
  /** True if the label is only for screen readers, because the row shows it as text. */
  readonly isLabelHidden?: boolean;
}

export function GroupSwitch({ group, isLabelHidden = false }: GroupSwitchProps) {
  const now = useNow();
  const save = useAction(saveWinBackGroup, { refresh: [getWinBack] });
  const confirmAndRun = useConfirmedAction();
  const change = (isOn: boolean) =>
    void confirmAndRun(
      isOn ? switchOnQuestion(group, now) : switchOffQuestion(group),
      () => save.mutateAsync({ body: { group: group.group, isOn } }),
      winBackGroups[group.group].label,
    );
  const label = switchText(group, now);
  return (
    <Switch
      checked={group.isOn}
      disabled={save.isPending}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  );
}

const nameOf = ({ group }: GroupAnswer): string => winBackGroups[group].label;

const switchOnQuestion = (group: GroupAnswer, now: Date): Question => ({
  title: `Ligar o grupo «${nameOf(group)}»?`,
  icon: IconSend,
  facts: [
    { icon: IconSend, text: capitalised(`${nextText(group, now)}.`) },
    {
      icon: IconUserMinus,
      text:
        group.controlPercent === 0
          ? 'Ninguém fica de controle: o resultado não é medido.'
          : `${group.controlPercent}% não recebem, para medir.`,
    },
  ],
  confirmLabel: 'Sim, ligar',
});

const switchOffQuestion = (group: GroupAnswer): Question => ({
  title: `Desligar o grupo «${nameOf(group)}»?`,
  icon: IconSend,
  facts: [{ icon: IconSend, text: 'O que ainda não saiu não sai mais. O resultado fica.' }],
  confirmLabel: 'Sim, desligar',
});
