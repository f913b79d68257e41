/** Acts that the account performs without a question, because it can undo them (S-PROD-13). */
import { Switch } from '@mantine/core';
import { getProfile } from '@ramal/contract/sessions';
import { type ChosenUndoAct, chosenUndoActs, saveUndoChoices } from '@ramal/contract/undo';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { choiceWords } from '../lines/undo/choice-words.ts';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { useToast } from '../ui/toasts.tsx';
import { SettingsCard } from './SettingsCard.tsx';

export function OwnUndoChoices({ acts }: { acts: readonly ChosenUndoAct[] }) {
  const save = useAction(saveUndoChoices, { refresh: [getProfile] });
  const showFailure = useFailureAlert();
  const toast = useToast();
  const change = (act: ChosenUndoAct, isChosen: boolean) =>
    save
      .mutateAsync({
        body: { acts: [...acts.filter((other) => other !== act), ...(isChosen ? [act] : [])] },
      })
      .then(({ message }) => toast({ title: message }), showFailure);
  return (
    <SettingsCard
      icon={IconArrowBackUp}
      title="Desfazer em vez de perguntar"
      note="O que você ligar aqui acontece na hora, e dá para desfazer por 10 segundos. Preço, anotações, número, pacote e lembretes não perguntam e também se desfazem, assim como Estender, que mostra antes o custo. O que custa mais de 10 créditos, deletar, bloquear e migrar sempre perguntam."
    >
      {chosenUndoActs.map((act) => (
        <Switch
          key={act}
          label={choiceWords[act]}
          checked={acts.includes(act)}
          disabled={save.isPending}
          onChange={(event) => void change(act, event.currentTarget.checked)}
        />
      ))}
    </SettingsCard>
  );
}
