/** Actions on a coupon: copies of its code and link, the pause and the end. */
import {
  type CouponRow,
  endCoupon,
  getCouponOptions,
  listCoupons,
  pauseCoupon,
} from '@ramal/contract/coupons/coupons';
import {
  IconCalendarOff,
  IconCopy,
  IconLink,
  IconPlayerPause,
  IconPlayerPlay,
  IconReceipt,
} from '@tabler/icons-react';
import { copyText } from '../../../packages/pages/src/clipboard.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import type { RowAction } from '../ui/table/columns.ts';
import { useToast } from '../ui/toasts.tsx';

export function useCouponActions(): RowAction<CouponRow>[] {
  const options = useCall(getCouponOptions, {}).data;
  const toast = useToast();
  const copy = async (text: string, title: string) => {
    if (await copyText(text)) toast({ title, text });
  };
  const { pause, end } = useStateChanges();
  return [
    {
      key: 'copy-code',
      label: 'Copiar código',
      icon: IconCopy,
      group: 'copy',
      slot: 'card',
      run: ({ code }) => void copy(code, 'Código copiado'),
    },
    {
      key: 'copy-link',
      label: 'Copiar link',
      icon: IconLink,
      group: 'copy',
      slot: 'card',
      // Resellers buy credits in the panel, where they type the code.
      available: ({ kind }) => kind !== 'credits' && options !== undefined,
      run: ({ code }) => void copy(`${options!.portalUrl}#cupom=${code}`, 'Link copiado'),
    },
    {
      key: 'pause',
      label: 'Pausar',
      icon: IconPlayerPause,
      group: 'state',
      available: ({ status }) => status === 'valid',
      run: (row) => void pause(row, true),
    },
    {
      key: 'resume',
      label: 'Voltar a valer',
      icon: IconPlayerPlay,
      group: 'state',
      available: ({ status }) => status === 'paused',
      run: (row) => void pause(row, false),
    },
    {
      key: 'end',
      label: 'Encerrar',
      icon: IconCalendarOff,
      group: 'end',
      tone: 'danger',
      available: ({ status }) => status !== 'ended',
      run: (row) => void end(row),
    },
  ];
}

const openPayments = {
  icon: IconReceipt,
  text: 'Pagamentos que já foram pedidos com ele continuam com o desconto.',
};

function useStateChanges() {
  const act = useConfirmedAction();
  const pausing = useAction(pauseCoupon, { refresh: [listCoupons] });
  const ending = useAction(endCoupon, { refresh: [listCoupons] });
  const pause = ({ id, code }: CouponRow, paused: boolean) =>
    act(
      {
        title: paused ? `Pausar o cupom ${code}?` : `Voltar a aceitar o cupom ${code}?`,
        icon: paused ? IconPlayerPause : IconPlayerPlay,
        facts: paused
          ? [
              { icon: IconPlayerPause, text: 'Ninguém o usa até você voltar a aceitá-lo.' },
              openPayments,
            ]
          : [{ icon: IconPlayerPlay, text: 'Quem tem o código pode usá-lo de novo.' }],
        confirmLabel: paused ? 'Sim, pausar' : 'Sim, aceitar',
      },
      () => pausing.mutateAsync({ params: { id }, body: { paused } }),
    );
  const end = ({ id, code, status }: CouponRow) =>
    act(
      {
        title: `Encerrar o cupom ${code}?`,
        icon: IconCalendarOff,
        tone: 'danger',
        facts: [
          {
            icon: IconCalendarOff,
            text: 'Ninguém mais o usa, e o código não pode ser criado de novo.',
          },
          openPayments,
        ],
        ...(status === 'valid' ? { hint: 'Só por um tempo? Use Pausar.' } : {}),
        confirmLabel: 'Sim, encerrar',
      },
      () => ending.mutateAsync({ params: { id }, body: {} }),
    );
  return { pause, end };
}
