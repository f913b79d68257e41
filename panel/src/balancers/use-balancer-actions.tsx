/** Actions on a balancer other than editing it. */
import {
  type Balancer,
  deleteBalancer,
  restoreBalancer,
} from '@ramal/contract/operations/balancers';
import { IconRotateClockwise, IconScale, IconServerOff, IconTrash } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import type { RowAction } from '../ui/table/columns.ts';
import { balancerCalls } from './BalancerForm.tsx';

export function useBalancerActions(): RowAction<Balancer>[] {
  const act = useConfirmedAction();
  const remove = useAction(deleteBalancer, { refresh: balancerCalls });
  const restore = useAction(restoreBalancer, { refresh: balancerCalls });

  const askRemoval = async ({ id, name, ip, watching }: Balancer) => {
    const screens = pluralize(watching, 'tela', 'telas');
    await act(
      {
        title: 'Excluir este balanceador?',
        tone: 'danger',
        icon: IconTrash,
        object: { name, mono: true, note: ip },
        facts: [
          watching > 0
            ? {
                icon: IconServerOff,
                text: `Não recebe mais ninguém e sai da lista quando a última de ${screens} fechar.`,
              }
            : { icon: IconServerOff, text: 'Sai da lista agora: ninguém assiste por ele.' },
          { icon: IconScale, text: 'Quem abrir um canal vai para os outros, conforme o peso.' },
        ],
        confirmLabel: 'Sim, excluir',
      },
      () => remove.mutateAsync({ params: { id } }),
      name,
    );
  };

  const askReturn = ({ id, name, ip }: Balancer) =>
    act(
      {
        title: 'Voltar a usar este balanceador?',
        icon: IconRotateClockwise,
        object: { name, mono: true, note: ip },
        facts: [
          {
            icon: IconScale,
            text: 'Volta a receber espectadores assim que a verificação o achar ativo.',
          },
        ],
        confirmLabel: 'Sim, voltar',
      },
      () => restore.mutateAsync({ params: { id }, body: {} }),
      name,
    );

  return [
    {
      key: 'restore',
      label: 'Voltar a usar',
      icon: IconRotateClockwise,
      slot: 'row',
      iconOnly: true,
      available: ({ state }) => state === 'aside' || state === 'leaving',
      run: (row) => void askReturn(row),
    },
    {
      key: 'delete',
      label: 'Excluir',
      icon: IconTrash,
      slot: 'row',
      iconOnly: true,
      available: ({ state }) => state !== 'leaving',
      run: (row) => void askRemoval(row),
    },
  ];
}
