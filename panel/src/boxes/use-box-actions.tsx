/** Actions on a box that need no form, only a confirmation. */
import {
  type Box,
  acceptBoxDevice,
  blockBox,
  listBoxes,
  listLineBoxes,
  readBoxOverview,
  releaseBox,
  removeBox,
} from '@ramal/contract/boxes/boxes';
import { listBoxHistory, orderBox } from '@ramal/contract/boxes/box-orders';
import {
  IconBan,
  IconDeviceTvOld,
  IconLockOpen,
  IconReload,
  IconRotateClockwise,
  IconShieldLock,
  IconTrash,
} from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { type Question } from '../ui/dialogs/ConfirmBox.tsx';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { rich } from '../ui/rich-text.tsx';
import { customerName } from './box-words.ts';

/** Calls to read again after any change of a box. */
export const callsChangedByBoxes = [listBoxes, listLineBoxes, readBoxOverview, listBoxHistory];

export type BoxActions = Record<
  'restart' | 'reload' | 'accept' | 'toggleBlock' | 'release' | 'remove',
  (box: Box) => void
>;

export function useBoxActions(): BoxActions {
  const act = useConfirmedAction();
  const refresh = callsChangedByBoxes;
  const order = useAction(orderBox, { refresh });
  const accept = useAction(acceptBoxDevice, { refresh });
  const block = useAction(blockBox, { refresh });
  const release = useAction(releaseBox, { refresh });
  const remove = useAction(removeBox, { refresh });
  const ask = (box: Box, question: Question, run: () => Promise<{ message: string }>) =>
    void act({ ...question, object: objectOf(box) }, run, customerName(box));
  return {
    restart: (box) =>
      ask(box, restartQuestion(box), () =>
        order.mutateAsync({ params: { id: box.id }, body: { kind: 'restart' } }),
      ),
    reload: (box) =>
      ask(box, reloadQuestion(box), () =>
        order.mutateAsync({ params: { id: box.id }, body: { kind: 'reload' } }),
      ),
    accept: (box) =>
      ask(box, acceptQuestion(box), () => accept.mutateAsync({ params: { id: box.id } })),
    toggleBlock: (box) => {
      const isBlocked = box.state !== 'blocked';
      ask(box, blockQuestion(box, isBlocked), () =>
        block.mutateAsync({ params: { id: box.id }, body: { isBlocked } }),
      );
    },
    release: (box) =>
      ask(box, releaseQuestion(box), () => release.mutateAsync({ params: { id: box.id } })),
    remove: (box) =>
      ask(box, removeQuestion(box), () => remove.mutateAsync({ params: { id: box.id } })),
  };
}

const objectOf = ({ mac, model }: Box) => ({ name: mac, mono: true, note: model });

const arrives = { icon: IconReload, text: 'A ordem chega em até 2 minutos.' } as const;

const restartQuestion = (box: Box): Question => ({
  title: `Reiniciar a caixa de ${customerName(box)}?`,
  icon: IconRotateClockwise,
  facts: [
    {
      icon: IconDeviceTvOld,
      tone: 'warn',
      text:
        box.channel === null
          ? 'A imagem some por cerca de 1 minuto.'
          : rich`Ela assiste **${box.channel}**: a imagem corta por cerca de 1 minuto.`,
    },
    arrives,
  ],
  confirmLabel: 'Sim, reiniciar',
});

const reloadQuestion = (box: Box): Question => ({
  title: `Recarregar o portal na caixa de ${customerName(box)}?`,
  icon: IconReload,
  facts: [
    { icon: IconDeviceTvOld, text: 'A lista de canais abre de novo, com os dados de agora.' },
    arrives,
  ],
  confirmLabel: 'Sim, recarregar',
});

const acceptQuestion = (box: Box): Question => ({
  title: `Aceitar o novo aparelho de ${customerName(box)}?`,
  icon: IconShieldLock,
  facts: [
    {
      icon: IconDeviceTvOld,
      text: rich`O MAC fica preso a **${box.otherDevice?.model || 'este aparelho'}**.`,
    },
    { icon: IconBan, tone: 'warn', text: 'O aparelho de antes deixa de abrir a linha.' },
  ],
  confirmLabel: 'Sim, aceitar',
});

const blockQuestion = (box: Box, isBlocked: boolean): Question =>
  isBlocked
    ? {
        title: `Bloquear a caixa de ${customerName(box)}?`,
        icon: IconBan,
        tone: 'danger',
        facts: [
          {
            icon: IconDeviceTvOld,
            tone: 'bad',
            text: 'Nenhum aparelho com este MAC abre a linha.',
          },
          { icon: IconShieldLock, text: 'A linha continua nas outras telas.' },
        ],
        confirmLabel: 'Sim, bloquear',
      }
    : {
        title: `Desbloquear a caixa de ${customerName(box)}?`,
        icon: IconLockOpen,
        facts: [{ icon: IconDeviceTvOld, text: 'Ela volta a abrir a linha quando ligar.' }],
        confirmLabel: 'Sim, desbloquear',
      };

const releaseQuestion = (box: Box): Question => ({
  title: `Soltar o número de série da caixa de ${customerName(box)}?`,
  icon: IconLockOpen,
  facts: [
    {
      icon: IconShieldLock,
      tone: 'warn',
      text: 'O primeiro aparelho que ligar com este MAC fica com a linha.',
    },
  ],
  hint: 'É para quando a caixa foi trocada e o MAC é o mesmo.',
  confirmLabel: 'Sim, soltar',
});

const removeQuestion = (box: Box): Question => ({
  title: `Remover a caixa de ${customerName(box)}?`,
  icon: IconTrash,
  tone: 'danger',
  facts: [
    {
      icon: IconDeviceTvOld,
      tone: 'bad',
      text: 'O MAC deixa de abrir a linha. O que está na tela para em até 2 minutos.',
    },
    { icon: IconShieldLock, text: 'A linha, o vencimento e os créditos não mudam.' },
  ],
  confirmLabel: 'Sim, remover',
});
