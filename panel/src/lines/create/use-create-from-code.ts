/** The state of «Criar por código»: what is typed, what was refused, and the line that was made. */
import { type ErrorCode, errorText, errors } from '@ramal/contract/api/errors';
import { messages, readInput } from '@ramal/contract/api/validation';
import { type RefObject, useState } from 'react';
import type { z } from 'zod';
import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { newKey } from '../../foundation/keys.ts';
import { useAction } from '../../foundation/api/query.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { focusFirstError } from '../../ui/form/focus-error.ts';
import { callsChangedByActions, usePlatformRead } from '../platforms/calls.ts';
import type { FromCode, LineFromCode, LinePlatform } from '../platforms/platform.ts';
import type { Receipt } from '../receipt/receipt.ts';

interface Draft {
  readonly code: string;
  /** Null until the packages have come, and then the first of them. */
  readonly packageId: number | null;
  readonly note: string;
  /** Idempotency-Key of this window (Q-IDEMPOTENT). */
  readonly key: string;
}

type Texts = Partial<Record<'code' | 'plan', string>>;

interface Objection {
  readonly title: string;
  readonly text: string;
  readonly fields: Texts;
  readonly requestId?: string | undefined;
}

export function useCreateFromCode(
  platform: LinePlatform,
  call: FromCode,
  form: RefObject<HTMLFormElement | null>,
) {
  const alert = useAlertDialog();
  const packages = usePlatformRead(platform.packages, undefined, { staleMs: 60_000 });
  const [typed, setTyped] = useState<Draft>(() => ({
    code: '',
    packageId: null,
    note: '',
    key: newKey(),
  }));
  const draft = { ...typed, packageId: typed.packageId ?? packages.data?.[0]?.id ?? null };
  const [fields, setFields] = useState<Texts>({});
  const [created, setCreated] = useState<Receipt>();
  const create = useAction(call.declaration, {
    refresh: callsChangedByActions(platform),
    key: () => typed.key,
  });
  const object = ({ fields: texts, ...said }: Objection): void => {
    setFields(texts);
    focusFirstError(form.current);
    requestAnimationFrame(() => void alert(said));
  };
  const submit = async (): Promise<void> => {
    const wanted = { code: draft.code, packageId: draft.packageId ?? undefined, note: draft.note };
    const objection = objectionTo(call, wanted);
    if (objection) return object(objection);
    setFields({});
    try {
      setCreated(call.read(await create.mutateAsync(call.send(wanted))));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (endsSession(failure)) return;
      // Spent on other data, and the person is told so: the next try is a new request.
      if (failure.code === 'key_reused') setTyped((before) => ({ ...before, key: newKey() }));
      object(refused(failure));
    }
  };
  return {
    draft,
    fields,
    busy: create.isPending,
    created,
    submit: () => void submit(),
    change: (change: Partial<Draft>) => {
      setTyped((before) => ({ ...before, ...change }));
      // A field that is being corrected no longer says what was wrong with it.
      setFields((before) => without(before, change));
    },
  };
}

const without = ({ code, plan }: Texts, change: Partial<Draft>): Texts => ({
  ...(code === undefined || 'code' in change ? {} : { code }),
  ...(plan === undefined || 'packageId' in change ? {} : { plan }),
});

/** None typed has its documented window (M-10); what else is wrong is «Atenção» (V-06). */
function objectionTo(call: FromCode, wanted: LineFromCode): Objection | undefined {
  if (/^0*$/.test(wanted.code)) return { ...missing, fields: { code: missing.text } };
  const sent = call.send(wanted) as { body: unknown };
  const reading = readInput(call.declaration.body as z.ZodType, sent.body);
  if (reading.ok) return undefined;
  const text = messages.incomplete('Código');
  return { title: 'Atenção', text, fields: { code: text } };
}

const missing = {
  title: errors.activation_code_missing.title,
  text: errorText('activation_code_missing'),
};

const aboutCode: readonly ErrorCode[] = [
  'activation_code_missing',
  'activation_code_unknown',
  'activation_code_expired',
  'activation_code_used',
];

function refused({ code, title, message, fields, requestId }: ApiError): Objection {
  const field: Texts = aboutCode.includes(code as ErrorCode)
    ? { code: message }
    : fields.productid
      ? { plan: fields.productid }
      : {};
  return { title, text: message, fields: field, requestId };
}
