/** The accounts that are ticked, and the removal of their second factors: one call each (Q-BULK2FA, M-78). */
import { removeSecondFactor } from '@ramal/contract/second-factors';
import { IconShieldX } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, call, endsSession } from '../foundation/api/api.ts';
import { countOf } from '../foundation/numbers.ts';
import { useAlertDialog, useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';
import type { FactorSelection } from './second-factor-columns.tsx';

export function useRemoveFactors(refetch: () => unknown) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const confirm = useConfirm();
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
  const removeChosen = async () => {
    setBusy(true);
    const failed = await removeAll([...chosen.keys()]);
    setBusy(false);
    setChosen(new Map([...chosen].filter(([id]) => failed.includes(id))));
    void refetch();
    if (failed.length > 0)
      await alert({
        title: 'Parcial: Alguns 2FA não foram excluídos.',
        text: countOf(failed.length, 'conta continua marcada', 'contas continuam marcadas'),
        tone: 'warn',
      });
    else toast({ title: `${countOf(chosen.size, '2FA excluído', '2FA excluídos')}` });
  };
  const remove = async () => {
    const confirmed = await confirm({
      title: 'Excluir o 2FA das contas marcadas?',
      lead: `${countOf(chosen.size, 'conta fica', 'contas ficam')} só com a senha até configurar outro.`,
      icon: IconShieldX,
      tone: 'danger',
      object: { name: namesOf([...chosen.values()]) },
      confirmLabel: 'Sim, excluir',
    });
    if (confirmed) await removeChosen();
  };
  return { selection, count: chosen.size, busy, remove: () => void remove() };
}

const MAX_NAMES = 4;
const namesOf = (names: readonly string[]): string =>
  names.length > MAX_NAMES
    ? `${names.slice(0, MAX_NAMES).join(', ')} e mais ${names.length - MAX_NAMES}`
    : names.join(', ');

/** Answers the accounts it failed for; the end of the session ends the rest. */
async function removeAll(ids: readonly number[]): Promise<number[]> {
  const failed: number[] = [];
  for (const id of ids) {
    try {
      await call(removeSecondFactor, { params: { id } });
    } catch (error) {
      if (endsSession(error)) return [...failed, ...ids.slice(ids.indexOf(id))];
      if (!(error instanceof ApiError)) throw error;
      failed.push(id);
    }
  }
  return failed;
}
