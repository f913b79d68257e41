/** An order: the payment that it waits for, and then the line. */
import { useEffect, useRef, useState } from 'react';
import { usePolling } from '../../pay/use-polling.ts';
import { type Order, PortalError, readOrder } from '../api.ts';
import type { OrderStepProps } from '../step-props.ts';
import { readVisitor, storeVisitor } from '../visitor.ts';
import { EndedOrder } from './EndedOrder.tsx';
import { PaidOrder } from './PaidOrder.tsx';
import { WaitingOrder } from './WaitingOrder.tsx';

/** Reads the order until it is final. `isSilent` is true if the last request was not answered. */
function useOrder({ page: { slug }, places, order, onOrder }: OrderStepProps) {
  const [isSilent, setIsSilent] = useState(false);
  const { replace } = places;
  const read = async () => {
    const { orderKey } = readVisitor(slug);
    if (orderKey === undefined) return;
    try {
      onOrder(await readOrder(slug, orderKey));
      setIsSilent(false);
    } catch (error) {
      if (error instanceof PortalError && error.code === 'storefront_key_refused') {
        storeVisitor(slug, { orderKey: undefined });
        replace('');
      } else setIsSilent(true);
    }
  };
  const first = useRef(order === undefined ? read : undefined);
  // After a reload the order is read at once. The polls follow.
  useEffect(() => void first.current?.(), []);
  usePolling(order === undefined || isOpen(order), read);
  return { order, isSilent };
}

const isOpen = ({ state, authorization }: Order): boolean =>
  state === 'waiting' ||
  state === 'preparing' ||
  state === 'held' ||
  (state === 'ready' && authorization?.state === 'waiting');

export function OrderPage(props: OrderStepProps) {
  const { order, isSilent } = useOrder(props);
  if (order?.state === 'ended' || order?.charge.outcome === 'mismatched')
    return <EndedOrder {...props} order={order} />;
  if (!order || order.state === 'waiting') return <WaitingOrder {...props} isSilent={isSilent} />;
  return <PaidOrder {...props} order={order} />;
}
