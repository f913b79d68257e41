/** Offers «desfazer em vez de perguntar» once for each act, after its tenth confirmation. */
import { getProfile } from '@ramal/contract/sessions';
import { type ChosenUndoAct, saveUndoChoices } from '@ramal/contract/undo';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../foundation/api/api.ts';
import { queryKey } from '../../foundation/api/query.ts';
import type { useLastingToast } from '../../ui/toasts.tsx';
import { choiceWords } from './choice-words.ts';

const OFFERED_AT = 10;

const storageKey = (accountId: number, act: ChosenUndoAct): string =>
  `ramal.confirmacoes.${accountId}.${act}`;

/** Counts a confirmation in this browser. Returns true for the tenth one. */
export function countConfirmation(accountId: number, act: ChosenUndoAct): boolean {
  try {
    const key = storageKey(accountId, act);
    const count = Number(localStorage.getItem(key) ?? 0) + 1;
    if (count <= OFFERED_AT) localStorage.setItem(key, String(count));
    return count === OFFERED_AT;
  } catch {
    // Storage is blocked: the choice is offered only in «Minha conta».
    return false;
  }
}

interface OfferedChoice {
  readonly act: ChosenUndoAct;
  readonly undoActs: readonly ChosenUndoAct[];
}

export function offerChoice(
  client: QueryClient,
  showLasting: ReturnType<typeof useLastingToast>,
  { act, undoActs }: OfferedChoice,
): void {
  const choose = async () => {
    await call(saveUndoChoices, { body: { acts: [...undoActs, act] } });
    await client.invalidateQueries({ queryKey: queryKey(getProfile) });
  };
  showLasting({
    title: `${choiceWords[act]} sem perguntar?`,
    text: 'Faz na hora, e dá para desfazer por 10 segundos. Muda quando quiser em Minha conta.',
    actions: [
      // A failed call leaves the question in place, and the choice is also in «Minha conta».
      { label: 'Não perguntar mais', run: () => void choose().catch(() => undefined) },
    ],
  });
}
