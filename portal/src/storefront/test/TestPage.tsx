/** A free test: the request, the code for the number, and the test or the refusal. */
import { useEffect, useState } from 'react';
import {
  type CodeStep,
  PortalError,
  type Refusal,
  type Test,
  type TestAnswer,
  readTest,
} from '../api.ts';
import type { StepProps } from '../step-props.ts';
import { readDeviceSignature, readVisitor, storeVisitor } from '../visitor.ts';
import { CodeForm } from './CodeForm.tsx';
import { ReadyTest } from './ReadyTest.tsx';
import { RefusedTest } from './RefusedTest.tsx';
import { TestForm } from './TestForm.tsx';
import { useVisitorForm } from './use-visitor-form.ts';
import classes from './TestPage.module.css';

/** `loading`: an earlier test is read. */
type State =
  | 'loading'
  | 'form'
  | { readonly code: CodeStep }
  | { readonly test: Test }
  | { readonly refusal: Refusal };

const firstState = (slug: string): State => (readVisitor(slug).testKey ? 'loading' : 'form');

export function TestPage(props: StepProps) {
  const { slug } = props.page;
  const [state, setState] = useState<State>(() => firstState(slug));
  const [isSlow, setIsSlow] = useState(false);
  const form = useVisitorForm(slug, { needsConsent: true });
  useEffect(() => {
    const { testKey } = readVisitor(slug);
    if (!testKey) return;
    readTest(slug, testKey, readDeviceSignature()).then(
      (test) => {
        storeVisitor(slug, { testEnds: test.endsTimestamp });
        setState({ test });
      },
      (error: PortalError) => {
        if (error.code === 'storefront_key_refused') storeVisitor(slug, { testKey: undefined });
        setState('form');
      },
    );
  }, [slug]);
  const show = ({ code, test, refusal }: TestAnswer) => {
    setIsSlow(false);
    if (test) {
      const { key: testKey, device, endsTimestamp: testEnds } = test;
      storeVisitor(slug, { testKey, testEnds, device, formerKey: undefined });
      setState({ test });
    } else if (code) setState({ code });
    else if (refusal) {
      storeVisitor(slug, { formerKey: refusal.former?.key });
      setState({ refusal });
    }
  };
  const shared = { ...props, onAnswer: show, onSlow: setIsSlow };
  if (state === 'loading') return <ReadyTest {...props} test={undefined} />;
  if (state !== 'form' && 'test' in state) return <ReadyTest {...props} test={state.test} />;
  if (state !== 'form' && 'refusal' in state)
    return <RefusedTest {...props} refusal={state.refusal} />;
  const step =
    state === 'form' ? (
      <TestForm {...shared} form={form} />
    ) : (
      <CodeForm {...shared} first={state.code} onOtherNumber={() => setState('form')} />
    );
  return (
    <>
      {isSlow && <ReadyTest {...props} test={undefined} />}
      {/* The form stays mounted while its request runs, so that a failure returns to it. */}
      <div className={classes.form} hidden={isSlow}>
        {step}
      </div>
    </>
  );
}
