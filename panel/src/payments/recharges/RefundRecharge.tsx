/** Refunds a payment with a reason. A counter-entry reverses the effects of the payment. */
import { refundRecharge } from '@ramal/contract/payments/charges';
import { getPortalCredits, getRevenue, listRecharges } from '@ramal/contract/payments/recharges';
import { IconArrowBackUp, IconCalendarMinus, IconCoins } from '@tabler/icons-react';
import { creditsInWords, formatMoney } from '../../foundation/numbers.ts';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { rich } from '../../ui/rich-text.tsx';
import type { Recharge } from './recharge-columns.tsx';

/**
 * Effects that the refund reverses: a renewal, a purchase of credits, or nothing if nothing was
 * delivered yet.
 */
function factsOf({ purpose, waiting, credits, username }: Recharge): Fact[] {
  const amount = creditsInWords(credits);
  if (waiting) return [{ icon: IconCoins, text: 'Nada foi entregue ainda.' }];
  if (purpose === 'test') return [];
  if (purpose === 'renewal')
    return [
      {
        icon: IconCalendarMinus,
        tone: 'warn',
        text: 'A linha perde só os dias que ainda não usou.',
      },
      {
        icon: IconCoins,
        text: `Voltam os créditos desses dias, de ${amount}: os inteiros para o portal, o resto para o saldo.`,
      },
    ];
  return [
    {
      icon: IconCoins,
      tone: 'warn',
      text: rich`${amount} ${returns(credits)} de **${username}** para quem vendeu; o que já foi gasto não volta.`,
    },
  ];
}

const returns = (credits: number): string => (credits === 1 ? 'volta' : 'voltam');

interface RefundRechargeProps {
  recharge: Recharge;
  onClose: () => void;
}

export function RefundRecharge({ recharge, onClose }: RefundRechargeProps) {
  const code = useFreshCode();
  const form = useForm(refundRecharge, {
    initial: { reason: '' },
    send: (body) => ({ params: { id: recharge.id }, body }),
    freshCode: () => code,
    refresh: [listRecharges, getRevenue, getPortalCredits],
    success: ({ message }) => ({ title: 'Estorno pedido', text: message }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Estornar este pagamento?"
      subtitle={`${recharge.name || recharge.username} · ${formatMoney(recharge.value)}`}
      icon={IconArrowBackUp}
      tone="danger"
      width={480}
      submitLabel="Sim, estornar"
      cancelLabel="Não"
      facts={factsOf(recharge)}
      onClose={onClose}
    >
      <TextField
        label="Motivo"
        maxLength={200}
        autoComplete="off"
        data-autofocus
        placeholder="Cliente desistiu"
        {...form.field('reason')}
      />
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}
