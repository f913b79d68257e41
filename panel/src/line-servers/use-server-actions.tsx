/** Actions on a server other than editing it. */
import {
  type LineServer,
  deleteLineServer,
  listLineServers,
  proveLineServer,
} from '@ramal/contract/operations/line-servers';
import { IconPlugConnected, IconServerOff, IconTrash } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useAlertDialog, useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import type { RowAction } from '../ui/table/columns.ts';
import { useToast } from '../ui/toasts.tsx';

export function useServerActions(): RowAction<LineServer>[] {
  const alert = useAlertDialog();
  const confirm = useConfirm();
  const toast = useToast();
  const showFailure = useFailureAlert();
  const prove = useAction(proveLineServer, { refresh: [listLineServers] });
  const remove = useAction(deleteLineServer, { refresh: [listLineServers] });

  const proveAgain = ({ id, name }: LineServer) =>
    void prove
      .mutateAsync({ params: { id }, body: {} })
      .then(({ message }) => toast({ title: name, text: message }), showFailure);

  const askRemoval = async ({ id, name, host, lines }: LineServer) => {
    if (lines > 0) {
      await alert({
        title: 'Só um servidor vazio pode ser excluído',
        text: `${name} tem ${pluralize(lines, 'linha', 'linhas')}. Desligue «Recebe linhas novas» e espere até que não tenha mais nenhuma.`,
        tone: 'warn',
      });
      return;
    }
    const done = await confirm({
      title: 'Excluir este servidor?',
      icon: IconTrash,
      tone: 'danger',
      object: { name, note: host },
      facts: [
        { icon: IconServerOff, text: 'O painel esquece o endereço e a chave. Nada muda lá.' },
      ],
      confirmLabel: 'Sim, excluir',
      onConfirm: () => remove.mutateAsync({ params: { id } }),
    });
    if (done) toast({ title: 'Servidor excluído', text: name });
  };

  return [
    {
      key: 'prove',
      label: 'Testar conexão',
      icon: IconPlugConnected,
      group: 'server',
      run: proveAgain,
    },
    {
      key: 'delete',
      label: 'Excluir',
      icon: IconTrash,
      group: 'delete',
      tone: 'danger',
      run: (row) => void askRemoval(row),
    },
  ];
}
