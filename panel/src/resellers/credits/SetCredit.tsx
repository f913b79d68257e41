/**
 * «Setar Crédito»: assigns credits to a reseller or withdraws them. Shows both balances and the
 * value of the sale. The amount is part of the button's label. This dialog replaces the
 * confirmation (S-RESLIST-37, Q-CREDITFLOW).
 */
import { getDashboard } from '@ramal/contract/dashboard';
import { getTopUpBonus } from '@ramal/contract/payments/top-up-bonus';
import { getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { listResellers, moveCredits } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { IconCoins } from '@tabler/icons-react';
import { useState } from 'react';
import { asDecimal, hundredthsIn, parseHundredths } from '../../foundation/amounts.ts';
import { useCall } from '../../foundation/api/query.ts';
import { creditsInWords, formatCredits } from '../../foundation/numbers.ts';
import { useProfile } from '../../sessions/profile.ts';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useIssuingCode } from '../../second-factors/use-fresh-code.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Initials } from '../../ui/Initials.tsx';
import { isBlocked, type Reseller } from '../reseller.ts';
import type { ResellerDialogProps } from '../reseller-dialog.ts';
import {
  type CreditValues,
  toBalances,
  creditBody,
  creditCodeFields,
  creditErrors,
  initialValues,
  quoteCredit,
} from './credit-form.ts';
import { useAddressedCredits } from './credit-params.ts';
import { CreditEffect } from './CreditEffect.tsx';
import { CreditFields } from './CreditFields.tsx';
import classes from './SetCredit.module.css';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { formatNumber, openWhatsApp } from '../../lines/fields/whatsapp.ts';
import { useLastingToast, useToast } from '../../ui/toasts.tsx';

export function SetCredit({ reseller, onClose, onSaved }: ResellerDialogProps) {
  const { id, username } = reseller;
  const profile = useProfile().data;
  const balances = toBalances(reseller, profile?.credits, useBonusTerms());
  const showBalances = useTopUpAlert(reseller);
  const { code, codeFor } = useIssuingCode();
  const addressed = useAddressedCredits();
  // The list removes the amount from the address when its own parameters change.
  const [credits] = useState(addressed);
  const form = useForm(moveCredits, {
    draft: ['move-credits', id, credits ?? []].flat().join('-'),
    initial: initialValues(reseller, credits),
    send: (values) => ({ params: { id }, body: creditBody(values) }),
    validate: (values) => creditErrors(values, balances),
    codeFields: creditCodeFields,
    freshCode: (values) => codeFor(issuedBy(values)),
    onRefused: code.refused,
    refresh: [listResellers, getTreeLevel, getProfile, getDashboard],
    onDone: (answer, values) => {
      onClose();
      onSaved();
      showBalances(answer, values);
    },
  });
  const quote = quoteCredit(form.values, balances);
  const verb = form.values.direction === 'give' ? 'Adicionar' : 'Retirar';
  return (
    <FormDialog
      form={form}
      lead={<Initials name={username} size={42} tone={isBlocked(reseller) ? 'bad' : 'accent'} />}
      title="Setar Crédito"
      subtitle={`${username} · ID ${id}`}
      submitLabel={quote.amount ? `${verb} ${creditsInWords(asDecimal(quote.amount))}` : verb}
      tone={form.values.direction === 'give' ? 'light' : 'danger'}
      submitIcon={IconCoins}
      submitClassName={classes.submit!}
      onClose={onClose}
    >
      <CreditFields form={form} balances={balances} />
      <CreditEffect
        direction={form.values.direction}
        balances={balances}
        quote={quote}
        me={profile?.username ?? ''}
        them={username}
      />
      {form.needsCode && <FreshCode code={code} disabled={form.busy} />}
    </FormDialog>
  );
}

/** Bonus that the account gives today; undefined without one. An admin gives none. */
function useBonusTerms() {
  const isSeller = useProfile().data?.profile !== 'admin';
  const { bonus, lowestPrice } = useCall(getTopUpBonus, {}, { enabled: isSeller }).data ?? {};
  return bonus?.isRunning
    ? { ...bonus, lowestPriceCents: hundredthsIn(lowestPrice) ?? null }
    : undefined;
}

/** Returns the number of assigned credits in hundredths. 0 for a withdrawal. */
const issuedBy = ({ direction, credits }: CreditValues): number =>
  direction === 'give' ? (parseHundredths(credits) ?? 0) : 0;

type CreditMovement = ResponseOf<typeof moveCredits>;

/**
 * Returns a function that shows both new balances. After an assignment, the toast also offers
 * «Avisar», which opens a message to the reseller.
 */
function useTopUpAlert({ email: number }: Pick<Reseller, 'email'>) {
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
          // Without a number, the user selects the conversation in WhatsApp.
          run: () => openWhatsApp(number ?? '', topUpMessage(answer, values)),
        },
      ],
    });
  };
}

function topUpMessage({ data, bonus = 0 }: CreditMovement, { credits }: CreditValues): string {
  const amount = creditsInWords(asDecimal(parseHundredths(credits) ?? 0) + bonus);
  return `Olá, ${data.username}. Sua recarga de ${amount} já está no painel. Saldo agora: ${creditsInWords(data.credits ?? 0)}.`;
}

function balancesText({ data, balance }: CreditMovement): string {
  const theirs = `saldo de ${data.username}: ${formatCredits(data.credits ?? 0)}`;
  return balance === null ? theirs : `${theirs} · seu saldo: ${formatCredits(balance)}`;
}
