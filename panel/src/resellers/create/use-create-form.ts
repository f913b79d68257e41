import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getDashboard } from '@ramal/contract/dashboard';
import { createAdmin, createReseller, listResellers } from '@ramal/contract/resellers/resellers';
import { readPhone } from '@ramal/contract/rules/phone';
import { getProfile } from '@ramal/contract/sessions';
import { useState } from 'react';
import { parseHundredths } from '../../foundation/amounts.ts';
import { useDraft } from '../../foundation/drafts.ts';
import { useIssuingCode } from '../../second-factors/use-fresh-code.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { accountAlert, accountCodeFields } from '../account-errors.ts';
import {
  balanceErrors,
  createBody,
  type CreateValues,
  initialValues,
  type ProfileKind,
} from './create-form.ts';

/**
 * Data that the new account's user receives. The password comes from this form, because the answer
 * does not contain it.
 */
export interface CreatedAccount {
  /** Answer of the call. It contains credits only if the kind of account can have credits. */
  readonly answer: ResponseOf<typeof createAdmin> & Partial<ResponseOf<typeof createReseller>>;
  readonly password: string;
  /** WhatsApp number in the stored format. */
  readonly whatsapp: string | undefined;
}

/**
 * State of the form. `balance` is in hundredths. Null for an admin; undefined until it is loaded.
 */
export function useCreateForm(isAdmin: boolean, balance: number | null | undefined) {
  const draft = useDraft<{ kind: ProfileKind }>('create-reseller-profile', { kind: 'reseller' });
  const kind = isAdmin ? draft.value.kind : 'reseller';
  const [created, setCreated] = useState<CreatedAccount>();
  const { code, codeFor } = useIssuingCode();
  const form = useForm<typeof createAdmin | typeof createReseller, CreateValues>(
    kind === 'admin' ? createAdmin : createReseller,
    {
      draft: 'create-reseller',
      secrets: ['password'],
      initial: initialValues,
      send: (values) => ({ body: createBody(values, kind) }),
      validate: (values) => balanceErrors(values, kind, balance),
      alertFor: ({ errors, refusal }) => (refusal ? undefined : accountAlert(errors)),
      codeFields: accountCodeFields,
      freshCode: ({ credits }) =>
        kind === 'admin' ? code : codeFor(parseHundredths(credits) ?? 0),
      onRefused: code.refused,
      refresh: [listResellers, getProfile, getDashboard],
      onDone: (answer, { password, email }) => {
        draft.clear();
        setCreated({ answer, password, whatsapp: readPhone(email).number });
      },
    },
  );
  return {
    form,
    kind,
    changeKind: (next: ProfileKind) => draft.change({ kind: next }),
    code,
    created,
    dismiss: () => setCreated(undefined),
  };
}
