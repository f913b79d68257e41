/** Facts of a payment, as its receipt lists them. */
import type { Portal } from '../../api.ts';
import { formatClock, formatDay, formatPlan, formatReais } from '../../format.ts';
import type { Fact } from '../../ui/Facts.tsx';

type ListedReceipt = Portal['receipts'][number];

interface Payment extends Pick<ListedReceipt, 'value' | 'months' | 'method'> {
  /** Number and time of the payment. Absent in answers of older servers. */
  readonly receipt?: Pick<ListedReceipt, 'id' | 'paidAt'> | null | undefined;
  /** Reference of the charge, which is shown instead of a missing number. */
  readonly reference?: string;
  readonly sandbox?: boolean;
}

export const receiptTitle = ({ renewedUntil }: Pick<ListedReceipt, 'renewedUntil'>): string =>
  renewedUntil === null ? 'Pagamento recebido' : `Renovado até ${formatDay(renewedUntil)}`;

export function receiptFacts(payment: Payment, { plan, name, seller }: Portal): Fact[] {
  const { value, months, method, receipt, reference, sandbox } = payment;
  return [
    ['Pago', formatReais(value)],
    ['Plano', `${plan}, ${formatPlan(months)}`],
    ['Cliente', name],
    ['Forma', method === 'pix' ? 'Pix' : 'Cartão'],
    ...(receipt
      ? [['Quando', `${formatDay(receipt.paidAt)} ${formatClock(receipt.paidAt)}`] as const]
      : []),
    ['Quem recebeu', seller.name],
    ...(receipt ? [['Recibo', `nº ${receipt.id}`] as const] : []),
    ...(!receipt && reference ? [['Pedido', reference.slice(0, 8)] as const] : []),
    ...(sandbox ? [['Modo de teste', 'nada foi cobrado'] as const] : []),
  ];
}
