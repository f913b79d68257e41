import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import { Act } from '../Act.tsx';
import type { Order } from '../api.ts';
import type { OrderStepProps } from '../step-props.ts';
import { Problem } from '../test/Problem.tsx';
import { useHumanCheck } from '../test/use-human-check.ts';
import { completeVisitor, readVisitor } from '../visitor.ts';
import { useSubscription } from './use-subscription.ts';
import classes from './ExpiredCode.module.css';

interface ExpiredCodeProps extends OrderStepProps {
  order: Order;
}

/**
 * A code whose time has ended. A payment in time may still be confirmed, so the page continues to
 * wait. Another code is one press away.
 */
export function ExpiredCode({ page, places, choice, order, onOrder }: ExpiredCodeProps) {
  const stored = readVisitor(page.slug);
  const testKey = stored.testKey ?? stored.formerKey;
  const check = useHumanCheck(testKey === undefined);
  const { pay, busy, problem } = useSubscription(page.slug, onOrder);
  const { phone, device } = stored;
  const offer = choice.product?.offers.find(({ months }) => months === order.offer.months);
  const again = () => {
    // The browser may have lost the number, for example with its storage.
    if (phone === undefined || device === undefined || !offer) return places.replace('assinar');
    const fields: { phone: string; device: StorefrontDevice } = { phone: `+${phone}`, device };
    return pay(async () => ({
      visitor: completeVisitor(page.slug, fields),
      proof: await check.take(),
      offer,
      method: order.charge.method,
      testKey,
    })).catch(() => check.retry());
  };
  const isPix = order.charge.method === 'pix';
  return (
    <div className={classes.root}>
      <h3 className={classes.title}>
        {isPix ? 'Este código venceu' : 'O prazo para pagar acabou'}
      </h3>
      <p>Se você já pagou, espere nesta tela: ela muda sozinha.</p>
      <Problem>{problem}</Problem>
      <Act isBusy={busy} onClick={() => void again()}>
        {isPix ? 'Gerar outro código' : 'Pagar de novo com cartão'}
      </Act>
    </div>
  );
}
