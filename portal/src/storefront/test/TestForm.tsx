import { type FormEvent, useId, useState } from 'react';
import { PortalError, requestTest, type TestAnswer } from '../api.ts';
import { Act } from '../Act.tsx';
import { ActBar } from '../ActBar.tsx';
import { StepBar } from '../Bars.tsx';
import type { StepProps } from '../step-props.ts';
import { completeVisitor } from '../visitor.ts';
import { formatHours } from '../words.ts';
import { callProblem } from './call-problem.ts';
import { Consent } from './Consent.tsx';
import { HumanCheckBox } from './HumanCheckBox.tsx';
import { Problem } from './Problem.tsx';
import { useHumanCheck } from './use-human-check.ts';
import { useSlowness } from './use-slowness.ts';
import type { VisitorForm } from './use-visitor-form.ts';
import { VisitorFields } from './VisitorFields.tsx';
import pageClasses from '../../portal.module.css';

export interface TestStepProps extends StepProps {
  onAnswer: (answer: TestAnswer) => void;
  /** Called with true if the request takes long, and with false after it. */
  onSlow: (isSlow: boolean) => void;
}

export const TEST_FAILED = 'Não deu para criar o teste. Tente de novo.';

export function TestForm({ form, ...props }: TestStepProps & { form: VisitorForm }) {
  const { page, places, choice, onAnswer } = props;
  const id = useId();
  const check = useHumanCheck();
  const [problem, setProblem] = useState<string>();
  const [busy, run] = useSlowness(props.onSlow);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    const testId = choice.product?.testId;
    const fields = await form.read();
    if (!fields || !testId) return;
    const visitor = completeVisitor(page.slug, fields);
    try {
      await run(async () => {
        const proof = await check.take();
        onAnswer(await requestTest(page.slug, { ...visitor, ...proof, testId, consent: true }));
      });
    } catch (error) {
      if (!(error instanceof PortalError && form.showRefused(error)))
        setProblem(callProblem(error, TEST_FAILED));
      check.retry();
    }
  };
  return (
    <>
      <StepBar
        title={`Teste grátis de ${formatHours(page.tests.hours)}`}
        leavesFocus
        onBack={places.back}
      />
      <main>
        <form
          id={id}
          className={pageClasses.form}
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          <VisitorFields
            form={form}
            hint={
              page.tests.codeBy
                ? 'O usuário e a senha chegam também por lá.'
                : 'Um número seu, com DDD.'
            }
            places={places}
          />
          <HumanCheckBox check={check} />
          <Consent isGiven={form.hasConsent} error={form.errors.consent} onChange={form.setConsent}>
            Aceito receber mensagens de {page.name} sobre este teste. Para parar, é só responder
            «parar».
          </Consent>
          <Problem>{problem}</Problem>
        </form>
      </main>
      <ActBar note="Um teste por número e por aparelho">
        <Act type="submit" form={id} isBusy={busy}>
          Receber meu teste
        </Act>
      </ActBar>
    </>
  );
}
