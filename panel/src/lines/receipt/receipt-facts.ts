import { termOf } from '@ramal/contract/rules/terms';
import { countOf, creditsInWords, formatCredits } from '../../foundation/numbers.ts';
import type { ReceiptContent } from '../../ui/receipt/receipt-content.ts';
import { hasPassword, passwordShown } from '../line.ts';
import type { Receipt } from './receipt.ts';

/**
 * Returns «1 crédito debitado · saldo 41,4» for the paying account, even if another account owns
 * the line (Q-CHARGE).
 */
export function receiptSubtitle({ charge, isTrial, testHours }: Receipt): string | undefined {
  if (isTrial)
    return testHours === undefined
      ? 'Teste grátis'
      : `Grátis · válido por ${countOf(testHours, 'hora', 'horas')}`;
  if (!charge) return undefined;
  const debited =
    charge.charged === 0
      ? 'Nenhum crédito debitado'
      : `${creditsInWords(charge.charged)} ${charge.charged === 1 ? 'debitado' : 'debitados'}`;
  return charge.balance === null ? debited : `${debited} · saldo ${formatCredits(charge.balance)}`;
}

/**
 * Returns the facts of a receipt. `phone` marks the two facts under the credentials on the phone.
 */
export function receiptFacts(receipt: Receipt, owner: string | undefined): ReceiptContent['facts'] {
  const { charge, isTrial, testHours, time: renewedTime } = receipt;
  const facts: { label: string; value: string; phone?: boolean }[] = [
    { label: 'Vence em', value: receipt.expiresText, phone: true },
  ];
  const time = renewedTime ?? (isTrial ? hoursOf(testHours) : daysOf(charge?.charged));
  if (time) facts.push({ label: 'Tempo', value: time, phone: isTrial });
  if (receipt.packageName)
    facts.push({ label: 'Pacote', value: receipt.packageName, phone: !charge && !time });
  // The line has no password to copy, so its text is one of the facts.
  if (!hasPassword(receipt))
    facts.push({ label: 'Senha', value: passwordShown(receipt), phone: true });
  const paidHere = charge && charge.charged > 0 && charge.balance !== null;
  if (owner)
    facts.push({ label: 'Revenda', value: paidHere ? `${owner} (quem pagou foi você)` : owner });
  if (typeof charge?.balance === 'number' && !isTrial) {
    facts.push({ label: 'Saldo depois', value: creditsInWords(charge.balance), phone: true });
  }
  return facts;
}

const hoursOf = (hours: number | undefined): string | undefined =>
  hours === undefined ? undefined : countOf(hours, 'hora', 'horas');

const daysOf = (credits: number | undefined): string | undefined => {
  const term = credits === undefined ? undefined : termOf(Math.round(credits * 100));
  return term && countOf(term.days, 'dia', 'dias');
};
