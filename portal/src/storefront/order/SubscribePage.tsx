/** Subscription: the visitor's number and device, or the plan for the line of a test. */
import { type FormEvent, useId, useState } from 'react';
import { MethodChoice } from '../../pay/MethodChoice.tsx';
import { Sandbox } from '../../pay/Sandbox.tsx';
import { PayerFields } from '../../recurring/PayerFields.tsx';
import { Act } from '../Act.tsx';
import { ActBar } from '../ActBar.tsx';
import { type Method, type Offer, PortalError, type Product } from '../api.ts';
import { StepBar } from '../Bars.tsx';
import { PlanChoice } from '../PlanChoice.tsx';
import type { OrderStepProps } from '../step-props.ts';
import { HumanCheckBox } from '../test/HumanCheckBox.tsx';
import { Problem } from '../test/Problem.tsx';
import { useHumanCheck } from '../test/use-human-check.ts';
import { useVisitorForm } from '../test/use-visitor-form.ts';
import { VisitorFields } from '../test/VisitorFields.tsx';
import { completeVisitor, readVisitor } from '../visitor.ts';
import { formatPrice } from '../words.ts';
import { PaymentOptions } from './PaymentOptions.tsx';
import { type RecurringForm, useRecurring } from './use-recurring.ts';
import { useSubscription } from './use-subscription.ts';
import pageClasses from '../../portal.module.css';

/** Fields of the page, and the request for the payment. */
function useForm({ onOrder, ...props }: OrderStepProps) {
  const { page, places, choice } = props;
  const [stored] = useState(() => readVisitor(page.slug));
  const [method, setMethod] = useState<Method>(page.methods[0] ?? 'pix');
  const [testKey, setTestKey] = useState(stored.testKey ?? stored.formerKey);
  // The number and the device of the test are known.
  const isReturning = testKey !== undefined && stored.phone !== undefined;
  const form = useVisitorForm(page.slug, { needsConsent: false });
  const recurring = useRecurring(props);
  const check = useHumanCheck(!isReturning);
  const { pay, busy, problem, setProblem } = useSubscription(page.slug, (order) => {
    onOrder(order);
    places.replace('pix');
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const offer = recurring.isChosen ? recurring.month : choice.offer;
    if (!offer) return;
    try {
      await pay(async () => {
        const payer = recurring.isChosen ? recurring.payer.read() : undefined;
        const fields = await form.read();
        if (!fields || (recurring.isChosen && !payer)) return undefined;
        const proof = await check.take();
        const visitor = completeVisitor(page.slug, fields);
        const way = recurring.isChosen ? 'pix' : method;
        return { visitor, proof, offer, method: way, testKey, payer };
      });
    } catch (error) {
      if (!(error instanceof PortalError)) return;
      const isInFields = form.showRefused(error);
      if (recurring.showRefused(error) || isInFields) setProblem(undefined);
      if (error.code === 'storefront_key_refused') {
        // The line of the test is gone, so the next press requests a new line.
        setTestKey(undefined);
      } else if (!isReturning) check.retry();
    }
  };
  return { method, setMethod, isReturning, form, recurring, check, busy, problem, submit };
}

export function SubscribePage(props: OrderStepProps) {
  const { page, places, choice } = props;
  const id = useId();
  const fields = useForm(props);
  const { isReturning, recurring, busy, problem, submit } = fields;
  const { product, offer } = choice;
  if (!product || !offer) return null;
  return (
    <>
      <StepBar title="Assinar" leavesFocus={!isReturning} onBack={places.back} />
      <main>
        <form
          ref={recurring.payer.form}
          id={id}
          className={pageClasses.form}
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          {page.sandbox && <Sandbox />}
          <Fields {...props} {...fields} product={product} offer={offer} />
          <Problem>{problem}</Problem>
        </form>
      </main>
      <SubmitBar {...fields} form={id} product={product} offer={offer} isBusy={busy} />
    </>
  );
}

interface Plan {
  product: Product;
  offer: Offer;
}

function Fields(props: OrderStepProps & Plan & ReturnType<typeof useForm>) {
  const { page, places, choice, product, offer, isReturning, form, recurring, check } = props;
  const { payer, isChosen } = recurring;
  return (
    <>
      {!isReturning && (
        <VisitorFields
          form={form}
          hint="O recibo e o usuário chegam também por lá."
          places={places}
        />
      )}
      <PaymentOptions {...props} plans={isReturning ? product.offers : [offer]} />
      {isReturning && !isChosen && (
        <PlanChoice
          label="Planos"
          offers={product.offers}
          chosen={offer}
          onChoose={choice.chooseOffer}
        />
      )}
      {isChosen && <PayerFields form={payer} />}
      {!isReturning && <HumanCheckBox check={check} />}
      {page.methods.length > 1 && !isChosen && (
        <MethodChoice methods={page.methods} chosen={props.method} onChoose={props.setMethod} />
      )}
    </>
  );
}

interface SubmitBarProps extends Plan {
  /** Id of the form. */
  form: string;
  method: Method;
  recurring: RecurringForm;
  isBusy: boolean;
}

function SubmitBar({ form, product, offer, method, recurring, isBusy }: SubmitBarProps) {
  const { month, isChosen } = recurring;
  if (month && isChosen) {
    const monthly = formatPrice(month.priceCents);
    return (
      <ActBar
        summary={
          <>
            <b>Hoje {monthly}</b> · depois {monthly} por mês
          </>
        }
      >
        <Act type="submit" form={form} isBusy={isBusy}>
          Pagar e autorizar com Pix
        </Act>
      </ActBar>
    );
  }
  const price = formatPrice(offer.priceCents);
  return (
    <ActBar
      summary={
        <>
          <b>{offer.label}</b> · {product.description}
        </>
      }
      value={price}
    >
      <Act type="submit" form={form} isBusy={isBusy}>
        Pagar {price} {method === 'pix' ? 'com Pix' : 'com cartão'}
      </Act>
    </ActBar>
  );
}
