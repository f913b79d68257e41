/** Code that proves the visitor's number. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { countdown } from '../../format.ts';
import { type ActionRow, ActionRows } from '../../ui/ActionRows.tsx';
import { whatsapp } from '../../ui/icons.ts';
import { useNow } from '../../use-now.ts';
import { Act } from '../Act.tsx';
import { ActBar } from '../ActBar.tsx';
import { type CodeStep, confirmCode, PortalError, resendCode } from '../api.ts';
import { StepBar } from '../Bars.tsx';
import { refresh } from '../step-icons.ts';
import { readDeviceSignature } from '../visitor.ts';
import { whatsappAddress } from '../words.ts';
import { callProblem } from './call-problem.ts';
import { CodeCells } from './CodeCells.tsx';
import { Problem } from './Problem.tsx';
import { TEST_FAILED, type TestStepProps } from './TestForm.tsx';
import { useSlowness } from './use-slowness.ts';
import pageClasses from '../../portal.module.css';
import classes from './CodeForm.module.css';

const CODE_DIGITS = 6;
const MINUTE_SECONDS = 60;

const triesText = (tries: number): string =>
  tries === 1 ? 'Falta 1 tentativa.' : `Faltam ${tries} tentativas.`;

interface CodeFormProps extends TestStepProps {
  first: CodeStep;
  onOtherNumber: () => void;
}

/** State of the code: the digits, the tries that are left, and the last problem. */
function useCode({ page, first, onAnswer, onSlow }: CodeFormProps) {
  const [step, setStep] = useState(first);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, run] = useSlowness(onSlow);
  const fail = (error: unknown) => {
    if (!(error instanceof PortalError)) return setProblem(TEST_FAILED);
    if (error.code === 'storefront_code_expired') {
      setStep((before) => ({ ...before, triesLeft: 0 }));
      return setWrong('Peça outro código.');
    }
    if (error.code !== 'storefront_code_wrong') return setProblem(callProblem(error, TEST_FAILED));
    setStep((before) => ({ ...before, triesLeft: before.triesLeft - 1 }));
    setCode('');
    return setWrong(error.message);
  };
  const send = async (digits: string) => {
    setProblem(undefined);
    if (step.triesLeft <= 0) return setWrong('Peça outro código.');
    if (digits.length < CODE_DIGITS) return setWrong('Escreva os 6 números do código.');
    return run(async () =>
      onAnswer(
        await confirmCode(page.slug, {
          request: step.request,
          code: digits,
          deviceSignature: readDeviceSignature(),
        }),
      ),
    ).catch(fail);
  };
  const resend = () =>
    run(async () => {
      const { code: next } = await resendCode(page.slug, step);
      if (next) setStep(next);
      setCode('');
      setWrong(undefined);
      setProblem(undefined);
    }).catch(fail);
  const change = (digits: string) => {
    setCode(digits);
    setWrong(undefined);
  };
  return { step, code, wrong, problem, busy, change, send, resend };
}

export function CodeForm(props: CodeFormProps) {
  const { page, onOtherNumber } = props;
  const id = useId();
  const cells = useRef<HTMLInputElement>(null);
  const { step, code, wrong, problem, busy, change, send, resend } = useCode(props);
  useEffect(() => {
    if (wrong) cells.current?.focus();
  }, [wrong]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  return (
    <>
      <StepBar title="Confirme seu número" leavesFocus onBack={onOtherNumber} />
      <main>
        <form id={id} className={pageClasses.form} noValidate onSubmit={submit}>
          <div>
            <p>
              Mandamos um código de 6 números para <b className={classes.phone}>{step.phone}</b>, no{' '}
              {step.by === 'whatsapp' ? 'WhatsApp' : 'Telegram'}.
            </p>
            <button type="button" className={pageClasses.textAct} onClick={onOtherNumber}>
              Trocar número
            </button>
          </div>
          <CodeCells
            ref={cells}
            code={code}
            error={wrong}
            hint={<Validity step={step} />}
            onChange={change}
          />
          <Problem>{problem}</Problem>
          <HelpRows step={step} seller={page.seller} onResend={() => void resend()} />
        </form>
      </main>
      <ActBar note="Cole o código: ele preenche as seis casas">
        <Act type="submit" form={id} isBusy={busy}>
          Receber meu teste
        </Act>
      </ActBar>
    </>
  );
}

/** States how long the code is valid, and the number of tries. */
function Validity({ step: { expiresTimestamp, triesLeft } }: { step: CodeStep }) {
  const seconds = expiresTimestamp - useNow().getTime() / 1000;
  if (triesLeft <= 0 || seconds <= 0) return 'Peça outro código.';
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  return `Vale por ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}. ${triesText(triesLeft)}`;
}

interface HelpRowsProps {
  step: CodeStep;
  seller: TestStepProps['page']['seller'];
  onResend: () => void;
}

function HelpRows({ step, seller, onResend }: HelpRowsProps) {
  const at = useNow();
  const isEarly = step.resendTimestamp * 1000 > at.getTime();
  const rows: ActionRow[] = [
    isEarly
      ? {
          icon: refresh,
          title: 'Não chegou?',
          text: `Mandar de novo em ${countdown(step.resendTimestamp, at).replace(/^0(?=\d:)/, '')}`,
        }
      : { icon: refresh, title: 'Não chegou?', text: 'Mandar de novo', onPress: onResend },
  ];
  if (seller?.whatsapp)
    rows.push({
      icon: whatsapp,
      title: `Falar com ${seller.name}`,
      href: whatsappAddress(seller.whatsapp),
    });
  return <ActionRows label="Ajuda" rows={rows} />;
}
