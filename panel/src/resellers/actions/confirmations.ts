import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { restoreReseller } from '@ramal/contract/resellers/reseller-acts';
import { IconBinaryTree2, IconCoins, IconRestore, IconUsersGroup } from '@tabler/icons-react';
import { pluralize, creditsInWords } from '../../foundation/numbers.ts';
import type { Question } from '../../ui/dialogs/ConfirmBox.tsx';
import type { Reseller } from '../reseller.ts';

export const resellerObject = ({ username, id }: Pick<Reseller, 'username' | 'id'>) => ({
  name: username,
  note: `ID ${id}`,
});

export const restoreConfirmation = (reseller: Reseller): Question => ({
  title: 'Restaurar esta revenda?',
  lead:
    reseller.restorableUntil === null
      ? undefined
      : `Dá para restaurar até ${reseller.restorableUntil}.`,
  icon: IconRestore,
  object: {
    name: reseller.username,
    note: `ID ${reseller.id} · excluída em ${reseller.deletedAt}`,
  },
  facts: [
    {
      icon: IconBinaryTree2,
      tone: 'ok',
      text: 'Volta tudo o que foi excluído com ela: revendas, linhas e histórico.',
    },
    {
      icon: IconCoins,
      tone: 'warn',
      text: 'Os créditos voltam do saldo do dono; o que ele já gastou não volta.',
    },
  ],
  confirmLabel: 'Sim, restaurar',
});

export function restoredText(
  restored: Omit<ResponseOf<typeof restoreReseller>, 'message'>,
): string {
  const { resellers, lines, credits, missingCredits: missing } = restored;
  const back = [
    pluralize(resellers, 'revenda', 'revendas'),
    pluralize(lines, 'linha', 'linhas'),
    creditsInWords(credits),
  ].join(' · ');
  return missing === 0 ? back : `${back} · faltaram ${creditsInWords(missing)}`;
}

export const masterConfirmation = (
  reseller: Pick<Reseller, 'username' | 'id'>,
  gives: boolean,
): Question => ({
  title: gives ? 'Permitir revendas abaixo?' : 'Remover a permissão de master?',
  icon: IconBinaryTree2,
  object: resellerObject(reseller),
  facts: [
    gives
      ? {
          icon: IconUsersGroup,
          tone: 'ok',
          text: 'Passa a cadastrar revendas, dar créditos a elas, editar e bloquear.',
        }
      : {
          icon: IconUsersGroup,
          tone: 'warn',
          text: 'Não cadastra mais revendas nem mexe nas que tem. Elas continuam abaixo dela.',
        },
  ],
  confirmLabel: gives ? 'Sim, permitir' : 'Sim, remover',
});
