/**
 * «Limites»: sets the limits of a descendant reseller. Shows the effective limits and the accounts
 * that set them (Q-TESTQUOTA).
 */
import {
  getLimits,
  setLimits,
  limitNames,
  type LimitValue,
} from '@ramal/contract/resellers/limits';
import { useCall } from '../foundation/api/query.ts';
import type { AlertOptions } from '../ui/dialogs/AlertBox.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import type { FieldErrors } from '../ui/form/form-errors.ts';
import { useForm } from '../ui/form/use-form.ts';
import type { FormProblem } from '../ui/form/use-submission.ts';
import { Initials } from '../ui/Initials.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import {
  toLimitChanges,
  initialValues,
  type AccountLimits,
  type LimitValues,
  noLimits,
} from './limit-form.ts';
import { LimitFields } from './LimitFields.tsx';
import { IconAdjustments, IconClock, IconCircleCheck } from '@tabler/icons-react';
import type { ConfirmOptions } from '../ui/dialogs/ConfirmBox.tsx';
import { limitText, limitTexts } from './limit-texts.ts';

interface LimitsDialogProps {
  reseller: { readonly id: number; readonly username: string };
  onClose: () => void;
}

export function LimitsDialog({ reseller, onClose }: LimitsDialogProps) {
  const params = { id: reseller.id };
  const query = useCall(getLimits, { params });
  const limits = query.data;
  const form = useForm(setLimits, {
    initial: initialValues(limits ?? { own: noLimits, above: noLimits }),
    send: (values) => ({ params, body: limits ? toLimitChanges(values, limits).body : {} }),
    validate: (values) => problemsOf(values, limits),
    confirm: (values) => limits && limitsConfirmation(reseller.username, values, limits),
    alertFor: refusalWithFields,
    refresh: [getLimits],
    success: ({ message }) => ({
      title: message,
      text: `${reseller.username} · vale já no próximo clique`,
    }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      width={600}
      lead={<Initials name={reseller.username} size={42} />}
      title="Limites"
      subtitle={`${reseller.username} · cada limite vale por conta, também abaixo dela`}
      onClose={onClose}
    >
      <Loaded
        query={query}
        failed="Não deu para carregar os limites"
        lines={5}
        height={58}
        radius={8}
      >
        {(data) => <LimitFields limits={data} form={form} />}
      </Loaded>
    </FormDialog>
  );
}

/**
 * Returns the errors of the form. The save button is always enabled, so an unchanged form also
 * returns an error.
 */
function problemsOf(values: LimitValues, limits: AccountLimits | undefined): FieldErrors {
  if (!limits) return { limits: 'Os limites ainda não chegaram. Aguarde e tente de novo.' };
  const { body, errors } = toLimitChanges(values, limits);
  return Object.keys({ ...body, ...errors }).length === 0
    ? { limits: 'Nenhum limite mudou. Mude um deles e salve.' }
    : errors;
}

/**
 * Returns the dialog for limits that the server rejected. The dialog lists the error of each limit.
 */
function refusalWithFields({ errors, refusal }: FormProblem): AlertOptions | undefined {
  const texts = Object.values(errors);
  if (!refusal || texts.length === 0) return undefined;
  return { title: refusal.title, tone: 'warn', messages: [refusal.message, ...texts] };
}

/**
 * Returns the confirmation before limits are saved. It shows the changes, when they start, and what
 * stays unchanged (S-PROD-13).
 */
function limitsConfirmation(
  username: string,
  values: LimitValues,
  limits: AccountLimits,
): ConfirmOptions {
  const { body } = toLimitChanges(values, limits);
  const changed = limitNames.flatMap((name) => {
    const value = body[name];
    if (value === undefined) return [];
    return `${limitTexts[name].name}: ${value === null ? 'sem limite' : limitText(name, value as LimitValue)}`;
  });
  return {
    title: 'Mudar os limites?',
    icon: IconAdjustments,
    tone: 'light',
    object: { name: username },
    facts: [
      { icon: IconAdjustments, tone: 'warn', text: changed.join(' · ') },
      {
        icon: IconClock,
        tone: 'warn',
        text: 'Vale já no próximo clique desta conta e das que estão abaixo dela.',
      },
      {
        icon: IconCircleCheck,
        tone: 'ok',
        text: 'As linhas e os testes que já existem continuam como estão.',
      },
    ],
    confirmLabel: 'Sim, salvar',
  };
}
