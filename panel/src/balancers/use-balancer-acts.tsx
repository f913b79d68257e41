/** What can be done with a balancer besides editing it. */
import {
  type Balancer,
  deleteBalancer,
  restoreBalancer,
} from '@ramal/contract/operations/balancers';
import { IconRotateClockwise, IconScale, IconServerOff, IconTrash } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { countOf } from '../foundation/numbers.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import type { RowAction } from '../ui/table/columns.ts';
import { useToast } from '../ui/toasts.tsx';
import { balancerCalls } from './BalancerForm.tsx';

export function useBalancerActs(): RowAction<Balancer>[] {
  const confirm = useConfirm();
  const toast = useToast();
  const remove = useAction(deleteBalancer, { refresh: balancerCalls });
  const restore = useAction(restoreBalancer, { refresh: balancerCalls });

  const askRemoval = async ({ id, name, ip, watching }: Balancer) => {
    let message = '';
    const screens = countOf(watching, 'tela', 'telas');
    const done = await confirm({
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
      onConfirm: async () => ({ message } = await remove.mutateAsync({ params: { id } })),
    });
    if (done) toast({ title: message, text: name });
  };

  const askReturn = async ({ id, name, ip }: Balancer) => {
    let message = '';
    const done = await confirm({
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
      onConfirm: async () =>
        ({ message } = await restore.mutateAsync({ params: { id }, body: {} })),
    });
    if (done) toast({ title: message, text: name });
  };

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
