import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readCpf } from '@ramal/contract/rules/payments/documents';
import { authorize, PortalError, type RecurringOffer } from '../api.ts';
import { formatDay, formatReais } from '../format.ts';
import pageClasses from '../portal.module.css';
import type { RenewProps } from '../pay/Renew.tsx';
import { Sandbox } from '../pay/Sandbox.tsx';
import classes from './AuthorizeForm.module.css';
import { formatCpf } from './cpf-text.ts';
import { FactList } from './FactList.tsx';
import { PayerField } from './PayerField.tsx';
import { bell, calendar, done, hand } from './icons.ts';

interface AuthorizeFormProps extends RenewProps {
  offer: RecurringOffer;
  /** Called if the provider did not prepare the authorization. */
  onRefused: (problem: string) => void;
}

interface Payer {
  readonly cpf: string;
  readonly name: string;
}

/**
 * Payer data that the customer has typed. Only the memory of the page stores them, so that the
 * customer need not type them again for another code.
 */
let typed: { readonly key: string; readonly payer: Payer } | undefined;

const errors = {
  cpf: 'Este CPF não confere. Veja os números.',
  name: 'Escreva nome e sobrenome.',
} as const;

const findProblems = ({ cpf, name }: Payer): Partial<typeof errors> => ({
  ...(readCpf(cpf) === undefined ? { cpf: errors.cpf } : {}),
  ...(/\S\s+\S/.test(name) ? {} : { name: errors.name }),
});

/** State of the form: the input, its errors, and the request for a code. */
function useAuthorization({ offer, onRefused, ...renew }: AuthorizeFormProps) {
  const { keyText, onCharge, onKeyInvalid, onStale } = renew;
  const [payer, setPayer] = useState<Payer>(
    typed?.key === keyText ? typed.payer : { cpf: '', name: '' },
  );
  const [problems, setProblems] = useState<Partial<Record<keyof Payer, string>>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const change = (changed: Partial<Payer>) => {
    const next = { ...payer, ...changed };
    typed = { key: keyText, payer: next };
    setPayer(next);
  };
  const fail = (error: unknown) => {
    setBusy(false);
    if (!(error instanceof PortalError)) return setProblem((error as Error).message);
    if (error.isKeyInvalid) return onKeyInvalid(error.message);
    if (error.code === 'authorization_not_prepared') return onRefused(error.message);
    if (error.isStale) onStale();
    const { cpf, name } = error.fields;
    if (error.code === 'payer_refused') setProblems({ cpf: error.message });
    else if (cpf ?? name) setProblems({ ...(cpf ? { cpf } : {}), ...(name ? { name } : {}) });
    else if (error.code === 'price_changed') setProblem('O preço mudou. Confira antes de pagar.');
    else setProblem(error.message);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = findProblems(payer);
    setProblems(wrong);
    setProblem(undefined);
    if (wrong.cpf ?? wrong.name) return;
    setBusy(true);
    await authorize(keyText, { ...payer, value: offer.value }).then(onCharge, fail);
  };
  return { payer, change, problems, problem, busy, submit };
}

export function AuthorizeForm(props: AuthorizeFormProps) {
  const { offer, data } = props;
  const { payer, change, problems, problem, busy, submit } = useAuthorization(props);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  return (
    <form ref={form} className={classes.root} noValidate onSubmit={(event) => void submit(event)}>
      {data.sandbox && <Sandbox />}
      <OfferFacts offer={offer} />
      <PayerField
        label="CPF"
        hint="do dono da conta que paga"
        inputMode="numeric"
        autoComplete="off"
        value={payer.cpf}
        error={problems.cpf}
        onChange={(text) => change({ cpf: formatCpf(text) })}
      />
      <PayerField
        label="Nome completo"
        hint="como está no banco"
        autoComplete="name"
        autoCapitalize="words"
        maxLength={100}
        value={payer.name}
        error={problems.name}
        onChange={(name) => change({ name })}
      />
      <div className={classes.bar}>
        {problem && (
          <p className={pageClasses.bad} role="alert">
            {problem}
          </p>
        )}
        <p className={classes.sum}>
          <b>Hoje {formatReais(offer.value)}</b> · depois {formatReais(offer.value)} por mês
        </p>
        <button type="submit" className={pageClasses.main} disabled={busy}>
          {busy ? 'Preparando…' : 'Pagar e autorizar com Pix'}
        </button>
      </div>
    </form>
  );
}

const OfferFacts = ({ offer }: { offer: RecurringOffer }) => (
  <FactList
    facts={[
      {
        icon: done,
        text: (
          <>
            <b>Hoje</b> você paga {formatReais(offer.value)} e seu plano vale até{' '}
            {formatDay(offer.renewedUntil)}.
          </>
        ),
      },
      {
        icon: calendar,
        text: (
          <>
            <b>Todo dia {offer.dueDay}</b> o banco debita {formatReais(offer.value)}, um dia antes
            de vencer.
          </>
        ),
      },
      {
        icon: bell,
        text: (
          <>
            <b>Seu banco avisa</b> antes de cada cobrança. O valor não muda sem você autorizar de
            novo.
          </>
        ),
      },
      {
        icon: hand,
        text: (
          <>
            <b>Pare quando quiser</b>, aqui ou no app do banco, até um dia antes.
          </>
        ),
      },
    ]}
  />
);
