import type { HostnamePurchase } from '@ramal/contract/operations/hostname-purchases';
import { creditsInWords } from '../foundation/numbers.ts';

export interface Step {
  readonly title: string;
  readonly text: string | undefined;
  readonly look: 'done' | 'running' | 'waiting' | 'failed';
  /** Unix seconds. */
  readonly at: number | null;
}

/** The four steps of a purchase, the three of a renewal, or where it was undone. */
export function stepsOf(purchase: HostnamePurchase): Step[] {
  const { credits, reservedAt: at } = purchase;
  const reserved: Step = {
    title: credits === null ? 'Pedido feito' : 'Créditos reservados',
    text: credits === null ? undefined : creditsInWords(credits),
    look: 'done',
    at,
  };
  return [reserved, ...(purchase.state === 'refunded' ? undone(purchase) : onTheWay(purchase))];
}

const undone = ({ credits, reason, kind, endedAt: at }: HostnamePurchase): Step[] => [
  {
    title: kind === 'renewal' ? 'Renovação recusada' : 'Pedido recusado',
    text: reason ?? undefined,
    look: 'failed',
    at,
  },
  credits === null
    ? { title: 'Nada foi cobrado', text: undefined, look: 'done', at }
    : { title: `${creditsInWords(credits)} de volta`, text: undefined, look: 'done', at },
];

function onTheWay(purchase: HostnamePurchase): Step[] {
  const { kind, registeredAt, endedAt } = purchase;
  const isAccepted = registeredAt !== null;
  const order: Step = {
    title: isAccepted ? 'Pedido aceito' : 'Pedido ao registrador',
    text: isAccepted ? 'O registrador confirmou o nome' : 'Se ele não responder, é conferido antes',
    look: isAccepted ? 'done' : 'running',
    at: registeredAt,
  };
  const zone: Step = {
    title: 'Zona e registros',
    text: 'Costuma levar menos de 2 minutos',
    look: isAccepted ? 'running' : 'waiting',
    at: null,
  };
  const ready: Step = {
    title: 'Pronto',
    text: kind === 'new' ? 'Entra na sua lista' : 'Vence um ano depois',
    look: endedAt === null ? 'waiting' : 'done',
    at: endedAt,
  };
  return [order, ...(kind === 'new' ? [zone] : []), ready];
}
