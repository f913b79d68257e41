import { IconCoins, IconUser } from '@tabler/icons-react';
import { asDecimal } from '../../foundation/amounts.ts';
import { creditsInWords, formatCredits } from '../../foundation/numbers.ts';
import type { ConfirmOptions } from '../../ui/dialogs/ConfirmBox.tsx';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import type { Reseller } from '../reseller.ts';
import { type Balances, type CreditQuote, type CreditValues, quoteCredit } from './credit-form.ts';

/** Asked before credits move: both balances, before and after. */
export function creditConfirmation(
  { username, id }: Reseller,
  values: CreditValues,
  balances: Balances,
): Omit<ConfirmOptions, 'onConfirm'> {
  const quote = quoteCredit(values, balances);
  const gives = values.direction === 'give';
  const amount = creditsInWords(asDecimal(quote.amount ?? 0));
  return {
    title: gives ? `Adicionar ${amount} para ${username}?` : `Retirar ${amount} de ${username}?`,
    lead: `ID ${id}`,
    icon: IconCoins,
    tone: gives ? 'light' : 'danger',
    facts: [
      ...ownFact(gives, balances.mine, quote),
      {
        icon: IconUser,
        tone: gives ? 'ok' : 'warn',
        text: `Saldo da revenda: ${change(balances.theirs, quote.theirsAfter)}`,
      },
    ],
    confirmLabel: gives ? 'Sim, adicionar' : 'Sim, retirar',
  };
}

/** Nothing while one's own balance is not known. */
function ownFact(gives: boolean, before: Balances['mine'], { mineAfter }: CreditQuote): Fact[] {
  if (typeof before === 'number' && typeof mineAfter === 'number')
    return [{ icon: IconCoins, text: `Seu saldo: ${change(before, mineAfter)}` }];
  const text = gives
    ? 'São créditos novos, emitidos pela administração.'
    : 'Os créditos voltam para a administração.';
  return before === null ? [{ icon: IconCoins, text }] : [];
}

const change = (before: number, after: number): string =>
  `${formatCredits(asDecimal(before))} → **${formatCredits(asDecimal(after))}**`;
