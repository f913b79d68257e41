/** The registration form's state: its draft, its refusals and what was created last. */
import { getDashboard } from '@ramal/contract/dashboard';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { createAdmin, createReseller, listResellers } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { type RefObject, useState } from 'react';
import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { useDraft } from '../../foundation/drafts.ts';
import { newKey } from '../../foundation/keys.ts';
import { useAction } from '../../foundation/api/query.ts';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { focusFirstError } from '../../ui/form/focus-error.ts';
import { type CreateForm, freshForm, readAdmin, readCreate } from './create-form.ts';
import { type FormTexts, objectionTo, refusalOf, textsOf, without } from '../form-texts.ts';

/** What is handed over: the answer and the password, which only this form knew. */
export interface Created {
  /** Credits are told of who may hold some. */
  readonly answer: ResponseOf<typeof createAdmin> & Partial<ResponseOf<typeof createReseller>>;
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
  const code = useFreshCode();
  const alert = useAlertDialog();
  const createOffice = useAction(createAdmin, { refresh: [listResellers] });
  const create = useAction(createReseller, {
    refresh: [listResellers, getProfile, getDashboard],
    key: () => draft.value.key,
  });

  const toOffice = isAdmin && draft.value.profile === 'admin';
  const read = () => {
    if (toOffice) {
      const reading = readAdmin(draft.value, password);
      if (!reading.ok) return reading;
      return {
        ok: true as const,
        send: () => createOffice.mutateAsync({ body: { ...reading.body, ...code.sent() } }),
      };
    }
    const reading = readCreate(draft.value, password, isAdmin, balance);
    if (!reading.ok) return reading;
    return { ok: true as const, send: () => create.mutateAsync({ body: reading.body }) };
  };

  const submit = async () => {
    const reading = read();
    if (!reading.ok) {
      setFields(reading.fields);
      focusFirstError(element.current);
      return alert(objectionTo(reading.fields));
    }
    setFields({});
    if (toOffice && !code.check()) return undefined;
    try {
      const answer = await reading.send();
      setCreated({ answer, password, whatsapp: draft.value.email });
      draft.change(freshForm());
      setPassword('');
      code.clear();
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The way leads to the sign-in and back here, where the draft waits.
      if (endsSession(error)) return undefined;
      // Spent on other data, and the person is told so: the next try is a new request.
      if (error.code === 'key_reused') draft.change((before) => ({ ...before, key: newKey() }));
      if (toOffice && code.refused(error)) return undefined;
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
    code,
    toOffice,
    busy: create.isPending || createOffice.isPending,
    submit: () => void submit(),
    created,
    dismiss: () => setCreated(undefined),
  };
}
