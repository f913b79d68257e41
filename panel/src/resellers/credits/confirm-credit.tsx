import { IconCoins, IconUser } from '@tabler/icons-react';
import { creditsInWords, formatCredits } from '../../foundation/numbers.ts';
import type { ConfirmFact, ConfirmOptions } from '../../ui/dialogs/ConfirmBox.tsx';
import { asDecimal } from '../../foundation/amounts.ts';
import type { Balances, CreditQuote } from './credit-form.ts';
import type { Reseller } from '../reseller.ts';

/** Asked before credits move: both balances, before and after. */
export function creditConfirmation(
  { username, id }: Reseller,
  credits: number,
  balances: Balances,
  quote: CreditQuote,
): Omit<ConfirmOptions, 'act'> {
  const gives = credits > 0;
  const words = creditsInWords(Math.abs(credits));
  return {
    title: gives ? `Adicionar ${words} para ${username}?` : `Retirar ${words} de ${username}?`,
    lead: `ID ${id}`,
    icon: IconCoins,
    tone: gives ? 'light' : 'danger',
    facts: [
      ...mine(gives, balances.mine, quote.mineAfter),
      {
        icon: IconUser,
        tone: gives ? 'ok' : 'warn',
        text: <>Saldo da revenda: {change(balances.theirs, quote.theirsAfter)}</>,
      },
    ],
    confirmLabel: gives ? 'Sim, adicionar' : 'Sim, retirar',
  };
}

function mine(
  gives: boolean,
  before: number | null | undefined,
  after: number | null | undefined,
): ConfirmFact[] {
  if (typeof before === 'number' && typeof after === 'number') {
    return [{ icon: IconCoins, text: <>Seu saldo: {change(before, after)}</> }];
  }
  const text = gives
    ? 'São créditos novos, emitidos pela administração.'
    : 'Os créditos voltam para a administração.';
  return before === null ? [{ icon: IconCoins, text }] : [];
}

const change = (before: number, after: number) => (
  <>
    {formatCredits(asDecimal(before))} → <b>{formatCredits(asDecimal(after))}</b>
  </>
);
