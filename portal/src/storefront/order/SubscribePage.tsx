/** Subscription: the visitor's number and device, or the plan for the line of a test. */
import { type FormEvent, useId, useState } from 'react';
import { MethodChoice } from '../../pay/MethodChoice.tsx';
import { Sandbox } from '../../pay/Sandbox.tsx';
import { Act } from '../Act.tsx';
import { ActBar } from '../ActBar.tsx';
import { type Method, PortalError } from '../api.ts';
import { StepBar } from '../Bars.tsx';
import { PlanChoice } from '../PlanChoice.tsx';
import type { OrderStepProps } from '../step-props.ts';
import { HumanCheckBox } from '../test/HumanCheckBox.tsx';
import { Problem } from '../test/Problem.tsx';
import { useHumanCheck } from '../test/use-human-check.ts';
import { useVisitorForm } from '../test/use-visitor-form.ts';
import { VisitorFields } from '../test/VisitorFields.tsx';
import { completeVisitor, readVisitor, storeVisitor } from '../visitor.ts';
import { formatPrice } from '../words.ts';
import { useSubscription } from './use-subscription.ts';
import classes from './SubscribePage.module.css';

/** Fields of the page, and the request for the payment. */
function useForm({ page, places, choice, onOrder }: OrderStepProps) {
  const [stored] = useState(() => readVisitor(page.slug));
  const [method, setMethod] = useState<Method>(page.methods[0] ?? 'pix');
  const [testKey, setTestKey] = useState(stored.testKey ?? stored.formerKey);
  // The number and the device of the test are known.
  const isReturning = testKey !== undefined && stored.phone !== undefined;
  const form = useVisitorForm(page.slug, { needsConsent: false });
  const check = useHumanCheck(!isReturning);
  const { pay, busy, problem, setProblem } = useSubscription(page.slug, (order) => {
    onOrder(order);
    places.replace('pix');
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { offer } = choice;
    if (!offer) return;
    try {
      await pay(async () => {
        const fields = await form.read();
        if (!fields) return undefined;
        const proof = await check.take();
        const visitor = completeVisitor(page.slug, fields);
        return { visitor, proof, offer, method, testKey };
      });
    } catch (error) {
      if (!(error instanceof PortalError)) return;
      if (form.showRefused(error)) setProblem(undefined);
      if (error.code === 'storefront_key_refused') {
        // The line of the test is gone, so the next press requests a new line.
        storeVisitor(page.slug, { testKey: undefined, formerKey: undefined });
        setTestKey(undefined);
      } else if (!isReturning) check.retry();
    }
  };
  return { method, setMethod, isReturning, form, check, busy, problem, submit };
}

export function SubscribePage(props: OrderStepProps) {
  const { page, places, choice } = props;
  const id = useId();
  const { method, setMethod, isReturning, form, check, busy, problem, submit } = useForm(props);
  const { product, offer } = choice;
  if (!product || !offer) return null;
  const price = formatPrice(offer.priceCents);
  return (
    <>
      <StepBar title="Assinar" leavesFocus={!isReturning} onBack={places.back} />
      <main>
        <form id={id} className={classes.root} noValidate onSubmit={(event) => void submit(event)}>
          {page.sandbox && <Sandbox />}
          {isReturning ? (
            <PlanChoice
              label="Planos"
              offers={product.offers}
              chosen={offer}
              onChoose={choice.chooseOffer}
            />
          ) : (
            <>
              <VisitorFields
                form={form}
                hint="O recibo e o usuário chegam também por lá."
                places={places}
              />
              <HumanCheckBox check={check} />
            </>
          )}
          {page.methods.length > 1 && (
            <MethodChoice methods={page.methods} chosen={method} onChoose={setMethod} />
          )}
          <Problem>{problem}</Problem>
        </form>
      </main>
      <ActBar
        summary={
          <>
            <b>{offer.label}</b> · {product.description}
          </>
        }
        value={price}
      >
        <Act type="submit" form={id} isBusy={busy}>
          Pagar {price} {method === 'pix' ? 'com Pix' : 'com cartão'}
        </Act>
      </ActBar>
    </>
  );
}
