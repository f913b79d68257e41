/** Setar Crédito: gives to a reseller or takes back, with both balances said before (S-RESLIST-37, Q-CREDITFLOW). */
import { Button } from '@mantine/core';
import { getDashboard } from '@ramal/contract/dashboard';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { listResellers, moveCredits } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { warningLines } from '@ramal/contract/api/validation';
import { IconCoins } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { useDraft } from '../../foundation/drafts.ts';
import { newKey } from '../../foundation/keys.ts';
import { creditsInWords, formatCredits } from '../../foundation/numbers.ts';
import { useAction } from '../../foundation/api/query.ts';
import { useProfile } from '../../sessions/profile.ts';
import { Initials } from '../../ui/Initials.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useAlertDialog, useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { focusFirstError } from '../../ui/form/focus-error.ts';
import { useToast } from '../../ui/toasts.tsx';
import { asDecimal } from '../../foundation/amounts.ts';
import {
  balancesOf,
  type CreditBody,
  type CreditForm,
  creditTexts,
  type CreditTexts,
  freshForm,
  quoteCredit,
  readCredit,
} from './credit-form.ts';
import { creditConfirmation } from './confirm-credit.tsx';
import { CreditEffect } from './CreditEffect.tsx';
import { CreditFields } from './CreditFields.tsx';
import { isBlocked } from '../reseller.ts';
import type { ResellerDialogProps } from '../reseller-dialog.ts';

export function SetCredit({ reseller, onClose, onSaved }: ResellerDialogProps) {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const profile = useProfile();
  const draft = useDraft<CreditForm>(`setar-credito-${reseller.id}`, freshForm(reseller));
  const [fields, setFields] = useState<CreditTexts>({});
  const alert = useAlertDialog();
  const confirm = useConfirm();
  const toast = useToast();
  const move = useAction(moveCredits, {
    refresh: [listResellers, getTreeLevel, getProfile, getDashboard],
    key: () => draft.value.key,
  });
  const form = draft.value;
  const balances = balancesOf(reseller, profile.data?.credits);
  const quote = quoteCredit(form, balances);

  const change = (next: Partial<CreditForm>) => {
    draft.change((before) => ({ ...before, ...next }));
    setFields({});
  };
  const close = () => {
    draft.change(freshForm(reseller));
    onClose();
  };
  const run = async (body: CreditBody) => {
    try {
      return await move.mutateAsync({ params: { id: reseller.id }, body });
    } catch (error) {
      // The way leads to the sign-in and back here, where the draft waits.
      if (endsSession(error)) return undefined;
      if (error instanceof ApiError) {
        // Spent on other data, and the person is told so: the next try is a new request.
        if (error.code === 'key_reused') draft.change((before) => ({ ...before, key: newKey() }));
        setFields(creditTexts(error));
      }
      throw error;
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const reading = readCredit(form, balances);
    if (!reading.ok) {
      setFields(reading.fields);
      focusFirstError(element.current);
      return alert({
        title: 'Atenção',
        tone: 'warn',
        messages: warningLines(reading.fields as Record<string, string>),
      });
    }
    setFields({});
    let answer: Moved | undefined;
    await confirm({
      ...creditConfirmation(reseller, reading.body.credits, balances, quote),
      onConfirm: async () => {
        answer = await run(reading.body);
      },
    });
    if (!answer) return undefined;
    close();
    onSaved();
    return toast({ title: answer.message, text: balancesText(answer) });
  };

  const gives = form.direction === 'give';
  const verb = gives ? 'Adicionar' : 'Retirar';
  return (
    <Dialog
      opened
      onClose={close}
      busy={move.isPending}
      width={520}
      lead={
        <Initials
          name={reseller.username}
          size={42}
          tone={isBlocked(reseller) ? 'bad' : 'accent'}
        />
      }
      title="Setar Crédito"
      subtitle={`${reseller.username} · ID ${reseller.id}`}
      footer={
        <>
          <Button size="md" variant="default" disabled={move.isPending} onClick={close}>
            Cancelar
          </Button>
          <Button
            size="md"
            type="submit"
            form={id}
            className="credit-submit"
            loading={move.isPending}
            leftSection={<IconCoins size={17} stroke={1.75} aria-hidden />}
          >
            {quote.amount ? `${verb} ${creditsInWords(asDecimal(quote.amount))}` : verb}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={element}
        className="credit-form"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <CreditFields form={form} balances={balances} fields={fields} onChange={change} />
        <CreditEffect
          direction={form.direction}
          balances={balances}
          quote={quote}
          me={profile.data?.username ?? ''}
          them={reseller.username}
        />
      </form>
    </Dialog>
  );
}

type Moved = ResponseOf<typeof moveCredits>;

function balancesText({ data, balance }: Moved): string {
  const theirs = `saldo de ${data.username}: ${formatCredits(data.credits ?? 0)}`;
  return balance === null ? theirs : `${theirs} · seu saldo: ${formatCredits(balance)}`;
}
