/**
 * Live summary next to the form: the cost and the remaining balance. Empty until they are loaded.
 */
import { IconUserPlus } from '@tabler/icons-react';
import { capitalised } from '../../foundation/capitalised.ts';
import {
  creditsInWords,
  formatCredits,
  formatMoney,
  missingVerb,
} from '../../foundation/numbers.ts';
import type { Summary } from '../../ui/form/SummaryCard.tsx';
import { asDecimal, parseHundredths, saleCents } from '../../foundation/amounts.ts';
import type { CreateValues, ProfileKind } from './create-form.ts';

type FormSummary = Omit<Summary, 'busy'>;

export interface CreateSummaryInput {
  values: CreateValues;
  kind: ProfileKind;
  /** Balance in hundredths. Null for an admin; undefined until it is loaded. */
  balance: number | null | undefined;
}

export function createSummary(input: CreateSummaryInput): FormSummary {
  return input.kind === 'admin' ? adminSummary(input) : sellerSummary(input);
}

function adminSummary({ values }: CreateSummaryInput): FormSummary {
  return {
    headLabel: 'Perfil',
    head: 'Administração',
    rows: [{ label: 'Usuário', value: values.username.trim() || 'a escolher' }],
    sentence: 'Entra com acesso a tudo: revendas, créditos, catálogo e configurações',
    bar: { left: <b>Administração</b> },
    submit: 'Adicionar',
    phoneSubmit: 'Adicionar administração',
    icon: IconUserPlus,
  };
}

function sellerSummary({ values, kind, balance }: CreateSummaryInput): FormSummary {
  const credits = parseHundredths(values.credits) ?? 0;
  const price = parseHundredths(values.sale);
  const words = creditsInWords(asDecimal(credits));
  const franchise = kind === 'franchise';
  return {
    headLabel: 'Começa com',
    head: words,
    rows: [
      { label: 'Usuário', value: values.username.trim() || 'a escolher' },
      { label: 'Perfil', value: franchise ? 'Franquia' : 'Revenda' },
      { label: 'Valor unitário', value: price === undefined ? '–' : formatMoney(asDecimal(price)) },
      {
        label: 'Valor da venda',
        value: price === undefined ? '–' : formatMoney(asDecimal(saleCents(credits, price))),
      },
    ],
    ...(balance === null ? {} : { balance: balanceOf(balance, credits) }),
    sentence: sentence(balance, credits, words),
    bar: { left: <b>{words}</b>, ...barRight(balance, credits) },
    submit: 'Adicionar',
    phoneSubmit: franchise ? 'Adicionar franquia' : 'Adicionar revenda',
    icon: IconUserPlus,
  };
}

/** Text for missing credits from hundredths: «faltam 7,6». */
function lacking(hundredths: number): string {
  const missing = asDecimal(hundredths);
  return `${missingVerb(missing)} ${formatCredits(missing)}`;
}

function balanceOf(balance: number | undefined, credits: number): NonNullable<Summary['balance']> {
  if (balance === undefined) return { after: undefined };
  const before = credits > 0 ? { before: formatCredits(asDecimal(balance)) } : {};
  return credits > balance
    ? { ...before, after: lacking(credits - balance) }
    : { ...before, after: formatCredits(asDecimal(balance - credits)) };
}

function sentence(
  balance: number | null | undefined,
  credits: number,
  words: string,
): FormSummary['sentence'] {
  if (credits === 0) return 'Nenhum crédito sai agora · você pode passar créditos depois';
  if (balance === null) return `${words} emitidos pela administração`;
  if (balance === undefined) return undefined;
  if (credits > balance) {
    const missing = asDecimal(credits - balance);
    return `${capitalised(missingVerb(missing))} ${creditsInWords(missing)} no seu saldo. Comece com menos ou peça uma recarga.`;
  }
  return `${words} ${credits === 100 ? 'sai' : 'saem'} do seu saldo · saldo depois: ${formatCredits(asDecimal(balance - credits))}`;
}

function barRight(
  balance: number | null | undefined,
  credits: number,
): Pick<NonNullable<Summary['bar']>, 'right'> {
  if (balance === null || balance === undefined) return {};
  if (credits > balance) return { right: <b>{lacking(credits - balance)}</b> };
  return {
    right: (
      <>
        saldo depois: <b>{formatCredits(asDecimal(balance - credits))}</b>
      </>
    ),
  };
}
