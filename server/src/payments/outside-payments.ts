/** Lists payments that the restored data does not contain, during a quarantine. */
import type { OutsideSource } from '../quarantine/quarantine.ts';
import { deliverPayment } from './deliver-payment.ts';
import { readPaymentsSince } from './payments-since.ts';

export const outsidePayments: OutsideSource = {
  kind: 'payment',
  where: 'Pagamentos',
  read: readPaymentsSince,
  act: async (ctx, _caller, { key, since }) => {
    const state = await deliverPayment(ctx, key, since);
    if (state === 'settled') return 'Entregue: ao liberar, nada se repete';
    return state === 'paid' ? 'Pago: espera crédito de quem vende' : undefined;
  },
};
