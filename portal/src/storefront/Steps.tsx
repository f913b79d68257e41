/** Pages after the sales page. Their code is loaded with the first of them. */
import { useEffect, useState } from 'react';
import type { Order } from './api.ts';
import { OrderPage } from './order/OrderPage.tsx';
import { SubscribePage } from './order/SubscribePage.tsx';
import type { StepProps } from './step-props.ts';
import { TestPage } from './test/TestPage.tsx';
import { readVisitor, storeVisitor } from './visitor.ts';

/** True if the step can be shown. Otherwise the sales page is. */
function isPossible({ page, places, choice }: StepProps): boolean {
  if (places.step === 'teste')
    return choice.product?.testId != null || readVisitor(page.slug).testKey !== undefined;
  if (places.step === 'assinar') return page.methods.length > 0 && choice.offer !== undefined;
  return readVisitor(page.slug).orderKey !== undefined;
}

export function Steps(props: StepProps) {
  const { page, places } = props;
  const { replace, step } = places;
  const [order, setOrder] = useState<Order>();
  const isShown = isPossible(props);
  useEffect(() => {
    if (!isShown) replace('');
  }, [isShown, replace]);
  if (!isShown) return null;
  if (step === 'teste') return <TestPage {...props} />;
  const onOrder = (next: Order) => {
    storeVisitor(page.slug, { orderKey: next.key });
    setOrder(next);
  };
  const Page = step === 'assinar' ? SubscribePage : OrderPage;
  return <Page {...props} order={order} onOrder={onOrder} />;
}
