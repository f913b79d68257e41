/**
 * Actions that remove games from the player. Another action checks the games immediately instead of
 * waiting for the next minute.
 */
import {
  type TemporaryChannel,
  listTemporaryChannels,
  refreshTemporaryChannels,
  removeTemporaryChannel,
  removeTemporaryChannels,
} from '@ramal/contract/catalogue/temporary-channels';
import { IconDeviceTvOff, IconTrash } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { refusalAlert } from '../ui/form/form-errors.ts';
import { useToast } from '../ui/toasts.tsx';

const refresh = [listTemporaryChannels];

export type GameActions = ReturnType<typeof useGameActions>;

export function useGameActions() {
  const act = useConfirmedAction();
  const alert = useAlertDialog();
  const toast = useToast();
  const removal = useAction(removeTemporaryChannel, { refresh });
  const clearing = useAction(removeTemporaryChannels, { refresh });
  const update = useAction(refreshTemporaryChannels, {
    refresh,
    onSuccess: ({ message, removed, changed }) =>
      toast({ title: message, text: `${removedInWords(removed)}, ${changedInWords(changed)}` }),
    onError: (error) => void alert(refusalAlert(error)),
  });

  const remove = ({ name, origimName: origin }: TemporaryChannel) =>
    act(
      {
        title: 'Remover este canal do player?',
        tone: 'danger',
        icon: IconTrash,
        object: { name, note: origin },
        facts: [{ icon: IconDeviceTvOff, text: 'Quem estiver assistindo a ele deixa de ver.' }],
        confirmLabel: 'Sim, remover',
      },
      () => removal.mutateAsync({ body: { name }, query: { name } }),
      name,
    );

  /** Removes all games after a confirmation. The count is undefined until it is loaded. */
  const removeAll = async (count: number | undefined) => {
    if (count === 0)
      return alert({
        title: 'Atenção',
        tone: 'warn',
        text: 'Nenhum canal temporário está no player: não há o que excluir.',
      });
    await act(
      {
        title: `Remover ${count === undefined ? 'todos os canais temporários' : pluralize(count, 'canal temporário', 'canais temporários')} do player?`,
        tone: 'danger',
        icon: IconTrash,
        facts: [
          { icon: IconDeviceTvOff, text: 'Quem estiver assistindo a eles deixa de ver.' },
          { icon: IconTrash, tone: 'bad', text: 'Não dá para desfazer.' },
        ],
        confirmLabel: 'Sim, excluir todos',
      },
      () => clearing.mutateAsync({}),
    );
    return undefined;
  };

  return { remove, removeAll, update };
}

const removedInWords = (count: number): string =>
  count === 0 ? 'nenhum canal acabou' : pluralize(count, 'canal acabou', 'canais acabaram');
const changedInWords = (count: number): string =>
  count === 0 ? 'nenhuma origem mudou' : pluralize(count, 'origem mudou', 'origens mudaram');
