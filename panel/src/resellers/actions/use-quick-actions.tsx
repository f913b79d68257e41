/** Acts of the row menu that need a question and nothing else. */
import { restoreReseller } from '@ramal/contract/resellers/reseller-acts';
import { getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { listResellers } from '@ramal/contract/resellers/resellers';
import { listSecondFactors, removeSecondFactor } from '@ramal/contract/second-factors';
import {
  IconBinaryTree2,
  IconCoins,
  IconDoorEnter,
  IconKey,
  IconRestore,
  IconShieldX,
} from '@tabler/icons-react';
import { countOf, creditsInWords } from '../../foundation/numbers.ts';
import { useAction } from '../../foundation/api/query.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Reseller } from '../reseller.ts';

const objectOf = ({ username, id }: Reseller) => ({ name: username, note: `ID ${id}` });

/** Excluir 2fa (S-RESLIST-36, M-88). */
export function useRemoveSecondFactor(onChanged: (id: number) => void) {
  const confirm = useConfirm();
  const toast = useToast();
  const remove = useAction(removeSecondFactor, { refresh: [listSecondFactors] });
  return async (reseller: Reseller) => {
    let message: string | undefined;
    await confirm({
      title: 'Excluir o 2FA desta revenda?',
      icon: IconShieldX,
      tone: 'danger',
      object: objectOf(reseller),
      facts: [
        {
          icon: IconKey,
          tone: 'bad',
          text: 'Perde o aplicativo autenticador, os códigos de recuperação e as chaves de acesso.',
        },
        {
          icon: IconDoorEnter,
          tone: 'warn',
          text: (
            <>
              Até configurar outro, entra <b>só com a senha</b>.
            </>
          ),
        },
      ],
      hint: 'Trocou de celular? Use QR code 2fa.',
      confirmLabel: 'Sim, excluir',
      onConfirm: async () => {
        ({ message } = await remove.mutateAsync({ params: { id: reseller.id } }));
      },
    });
    if (!message) return;
    onChanged(reseller.id);
    toast({ title: message, text: reseller.username });
  };
}

/** Restaurar: undoes the whole deletion a reseller was part of (Q-UNDO). */
export function useRestore(onChanged: (id: number) => void) {
  const confirm = useConfirm();
  const toast = useToast();
  const restore = useAction(restoreReseller, { refresh: [listResellers, getTreeLevel] });
  return async (reseller: Reseller) => {
    let done: Awaited<ReturnType<typeof restore.mutateAsync>> | undefined;
    await confirm({
      title: 'Restaurar esta revenda?',
      lead:
        reseller.restorable_until === null
          ? undefined
          : `Dá para restaurar até ${reseller.restorable_until}.`,
      icon: IconRestore,
      object: {
        ...objectOf(reseller),
        note: `ID ${reseller.id} · excluída em ${reseller.deleted_at}`,
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
      onConfirm: async () => {
        done = await restore.mutateAsync({ params: { id: reseller.id } });
      },
    });
    if (!done) return;
    onChanged(reseller.id);
    toast({ title: done.message, text: restoredText(done) });
  };
}

interface Restored {
  resellers: number;
  lines: number;
  credits: number;
  missing_credits: number;
}

export function restoredText({
  resellers,
  lines,
  credits,
  missing_credits: missing,
}: Restored): string {
  const back = [
    countOf(resellers, 'revenda', 'revendas'),
    countOf(lines, 'linha', 'linhas'),
    creditsInWords(credits),
  ].join(' · ');
  return missing === 0 ? back : `${back} · faltaram ${creditsInWords(missing)}`;
}
