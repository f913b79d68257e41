/** The registration form's state: its draft, its refusals and what was created last. */
import { getDashboard } from '@ramal/contract/dashboard';
import type { Answered } from '@ramal/contract/endpoint';
import { createReseller, listResellers } from '@ramal/contract/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { type RefObject, useState } from 'react';
import { ApiError, endsSession } from '../foundation/api.ts';
import { useDraft } from '../foundation/drafts.ts';
import { newKey } from '../foundation/keys.ts';
import { useAct } from '../foundation/query.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { focusFirstError } from '../ui/form/focus-error.ts';
import { type CreateForm, freshForm, readCreate } from './create-form.ts';
import { type FormTexts, objectionTo, refusalOf, textsOf, without } from './form-texts.ts';

/** What is handed over: the answer and the password, which only this form knew. */
export interface Created {
  readonly answer: Answered<typeof createReseller>;
  readonly password: string;
  readonly whatsapp: string;
}

export function useCreateReseller(
  isAdmin: boolean,
  balance: number | null | undefined,
  element: RefObject<HTMLFormElement | null>,
) {
  const draft = useDraft<CreateForm>('cadastrar-revenda', freshForm());
  const [password, setPassword] = useState('');
  const [fields, setFields] = useState<FormTexts>({});
  const [created, setCreated] = useState<Created>();
  const alert = useAlertDialog();
  const create = useAct(createReseller, {
    refresh: [listResellers, getProfile, getDashboard],
    key: () => draft.value.key,
  });

  const submit = async () => {
    const reading = readCreate(draft.value, password, isAdmin, balance);
    if (!reading.ok) {
      setFields(reading.fields);
      focusFirstError(element.current);
      return alert(objectionTo(reading.fields));
    }
    setFields({});
    try {
      const answer = await create.mutateAsync({ body: reading.body });
      setCreated({ answer, password, whatsapp: draft.value.email });
      draft.change(freshForm());
      setPassword('');
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The way leads to the sign-in and back here, where the draft waits.
      if (endsSession(error)) return undefined;
      // Spent on other data, and the person is told so: the next try is a new request.
      if (error.code === 'key_reused') draft.change((before) => ({ ...before, key: newKey() }));
      setFields(textsOf(error));
      focusFirstError(element.current);
      return alert(refusalOf(error));
    }
  };

  return {
    form: draft.value,
    change: (next: Partial<CreateForm>) => {
      draft.change((before) => ({ ...before, ...next }));
      setFields((before) => without(before, Object.keys(next)));
    },
    password,
    changePassword: (next: string) => {
      setPassword(next);
      setFields((before) => without(before, ['password']));
    },
    fields,
    busy: create.isPending,
    submit: () => void submit(),
    created,
    dismiss: () => setCreated(undefined),
  };
}
