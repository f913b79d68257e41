/** After credits moved: what became of both balances, and for a top-up «Avisar», which writes to the reseller. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { moveCredits } from '@ramal/contract/resellers/resellers';
import { asDecimal, parseHundredths } from '../../foundation/amounts.ts';
import { creditsInWords, formatCredits } from '../../foundation/numbers.ts';
import { formatNumber, openWhatsApp } from '../../lines/fields/whatsapp.ts';
import { useLastingToast, useToast } from '../../ui/toasts.tsx';
import type { Reseller } from '../reseller.ts';
import type { CreditValues } from './credit-form.ts';

type CreditMovement = ResponseOf<typeof moveCredits>;

export function useTopUpAlert({ email: number }: Pick<Reseller, 'email'>) {
  const toast = useToast();
  const showLasting = useLastingToast();
  return (answer: CreditMovement, values: CreditValues): void => {
    const ending = { title: answer.message, text: balancesText(answer) };
    if (values.direction === 'withdraw') return toast(ending);
    const name = number ? `Avisar ${formatNumber(number)} no WhatsApp` : 'Avisar no WhatsApp';
    showLasting({
      ...ending,
      actions: [
        {
          label: 'Avisar',
          name,
          keeps: true,
          // Without a number WhatsApp itself asks for the conversation.
          run: () => openWhatsApp(number ?? '', topUpMessage(answer, values)),
        },
      ],
    });
  };
}

/** Message to the reseller. */
function topUpMessage({ data }: CreditMovement, { credits }: CreditValues): string {
  const amount = creditsInWords(asDecimal(parseHundredths(credits) ?? 0));
  return `Olá, ${data.username}. Sua recarga de ${amount} já está no painel. Saldo agora: ${creditsInWords(data.credits ?? 0)}.`;
}

function balancesText({ data, balance }: CreditMovement): string {
  const theirs = `saldo de ${data.username}: ${formatCredits(data.credits ?? 0)}`;
  return balance === null ? theirs : `${theirs} · seu saldo: ${formatCredits(balance)}`;
}
