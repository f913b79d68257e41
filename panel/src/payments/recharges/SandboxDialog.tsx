/**
 * Dialog of the test provider. The user acts as the buyer and can simulate the faults of a real
 * provider. No real money moves.
 */
import { Button, Stack } from '@mantine/core';
import { getSandboxPayment, playSandbox, type SandboxAct } from '@ramal/contract/payments/charges';
import { getPortalCredits, getRevenue, listRecharges } from '@ramal/contract/payments/recharges';
import { IconFlask2 } from '@tabler/icons-react';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { formatMoney } from '../../foundation/numbers.ts';
import { CopyRow } from '../../ui/copy/CopyRow.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { QrCode } from '../../ui/receipt/QrCode.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { useToast } from '../../ui/toasts.tsx';

interface SandboxDialogProps {
  id: number;
  onClose: () => void;
}

const before: readonly (readonly [SandboxAct, string])[] = [
  ['pay-silently', 'Pagar sem avisar'],
  ['pay-noisily', 'Pagar e avisar 5 vezes'],
  ['pay-less', 'Pagar outro valor'],
  ['refuse', 'Recusar'],
  ['expire', 'Deixar expirar'],
];
const after: readonly (readonly [SandboxAct, string])[] = [
  ['dispute', 'Contestar no banco'],
  ['win-dispute', 'Ganhar a disputa'],
  ['refund', 'Estornar'],
  ['charge-back', 'Devolver por contestação'],
];
const reversed: typeof after = [['win-dispute', 'Ganhar a disputa']];
/** Actions that require a second-factor code, because they return money or credits. */
const coded = new Set<SandboxAct>(['refund', 'charge-back']);

const stateLabels = {
  pending: 'Pendente',
  paid: 'Pago, à espera de crédito',
  settled: 'Pago',
  cancelled: 'Cancelado',
  reversed: 'Devolvido',
} as const;

export function SandboxDialog({ id, onClose }: SandboxDialogProps) {
  const payment = useCall(getSandboxPayment, { params: { id } });
  const toast = useToast();
  const showFailure = useFailureAlert();
  const code = useFreshCode();
  const play = useAction(playSandbox, {
    refresh: [getSandboxPayment, listRecharges, getRevenue, getPortalCredits],
    onSuccess: ({ state, reason }) =>
      toast({ title: stateLabels[state], ...(reason ? { text: reason } : {}) }),
    onError: (failure) => {
      if (!code.refused(failure)) void showFailure(failure);
    },
  });
  const { data } = payment;
  const act = (chosen: SandboxAct) => {
    const isCoded = coded.has(chosen);
    if (isCoded && !code.check()) return;
    play.mutate({ params: { id }, body: { act: chosen, ...(isCoded ? code.sent() : {}) } });
    if (isCoded) code.clear();
  };
  const isOpen = data?.state === 'pending';
  const isPaid = data?.state === 'paid' || data?.state === 'settled';
  return (
    <Dialog
      onClose={onClose}
      width={480}
      title="Modo de teste"
      subtitle={data && `${formatMoney(data.value)} · ${stateLabels[data.state]}`}
    >
      <Stack gap="lg">
        <Notice tone="accent" icon={IconFlask2} title="Nenhum dinheiro se move aqui.">
          Você confirma o pagamento: nada é cobrado.
        </Notice>
        {payment.error && <p role="alert">{payment.error.message}</p>}
        {data?.pixCode && isOpen && (
          <>
            <QrCode text={data.pixCode} size={160} />
            <CopyRow label="Pix" value={data.pixCode} />
          </>
        )}
        {isOpen && (
          <Button size="md" loading={play.isPending} onClick={() => act('pay')}>
            Pagar {formatMoney(data.value)}
          </Button>
        )}
        {isPaid && <FreshCode code={code} disabled={play.isPending} />}
        {data &&
          (isOpen ? before : isPaid ? after : reversed).map(([key, label]) => (
            <Button
              key={key}
              size="md"
              variant="default"
              disabled={play.isPending || data.state === 'cancelled'}
              onClick={() => act(key)}
            >
              {label}
            </Button>
          ))}
      </Stack>
    </Dialog>
  );
}
