/**
 * Selection of accounts, and removal of their second factors. One call removes all of them, because
 * a code is valid for one call (Q-BULK2FA, M-78, Q-STOLENSESSION).
 */
import { listSecondFactors, removeSecondFactors } from '@ramal/contract/second-factors';
import { IconDoorEnter, IconShieldX } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../foundation/api/query.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';
import { CodeDialog } from './CodeDialog.tsx';
import type { FactorSelection } from './second-factor-columns.tsx';

export function useRemoveFactors() {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const [isAsking, setAsking] = useState(false);
  const action = useAction(removeSecondFactors, { refresh: [listSecondFactors] });
  const alert = useAlertDialog();
  const toast = useToast();

  const selection: FactorSelection = {
    has: (id) => chosen.has(id),
    set: (rows, on) =>
      setChosen((before) => {
        const next = new Map(before);
        for (const { id, username } of rows) {
          if (on) next.set(id, username);
          else next.delete(id);
        }
        return next;
      }),
  };
  const removeChosen = async (proof: { code2fa?: string }) => {
    const { message, removed, failed } = await action.mutateAsync({
      body: { ids: [...chosen.keys()], ...proof },
    });
    setChosen(new Map([...chosen].filter(([id]) => failed.includes(id))));
    if (failed.length === 0)
      toast({ title: `2FA excluído de ${pluralize(removed, 'conta', 'contas')}` });
    else
      void alert({
        title: message,
        text: pluralize(failed.length, 'conta continua marcada', 'contas continuam marcadas'),
        tone: 'warn',
      });
  };
  const dialog = isAsking && (
    <CodeDialog
      title="Excluir o 2FA das contas marcadas?"
      subtitle={namesOf([...chosen.values()])}
      icon={IconShieldX}
      facts={[
        {
          icon: IconDoorEnter,
          tone: 'warn',
          text: `${pluralize(chosen.size, 'conta fica', 'contas ficam')} só com a senha até configurar outro.`,
        },
      ]}
      submitLabel="Sim, excluir"
      danger
      run={removeChosen}
      onClose={() => setAsking(false)}
    />
  );
  return {
    selection,
    count: chosen.size,
    busy: action.isPending,
    remove: () => setAsking(true),
    dialog,
  };
}

const MAX_NAMES = 4;
const namesOf = (names: readonly string[]): string =>
  names.length > MAX_NAMES
    ? `${names.slice(0, MAX_NAMES).join(', ')} e mais ${names.length - MAX_NAMES}`
    : names.join(', ');
