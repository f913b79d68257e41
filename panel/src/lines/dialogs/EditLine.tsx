/** Editar Usuário, Editar Nota, Editar Pacote: the fields that the platform's window holds; what is left as it is stays (V-17, V-18). */
import { messages, readInput } from '@ramal/contract/validation';
import { Button } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { type FormEvent, useId, useRef } from 'react';
import type { z } from 'zod';
import { ApiError, endsSession } from '../../foundation/api.ts';
import { useDraft } from '../../foundation/drafts.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FieldRow } from '../../ui/form/FormSection.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { TextAreaField } from '../../ui/form/TextAreaField.tsx';
import { usePlatformAct, usePlatformRead } from '../platforms/calls.ts';
import type { LineDialogProps } from './line-dialog.ts';
import { formFields, type Objection, objectionFrom, objectionTo } from '../fields/field-errors.ts';
import { KEEP_PACKAGE, type ProductChoice, readProduct } from '../fields/product.ts';
import { ProductField } from '../fields/ProductField.tsx';
import type {
  BouquetOption,
  FieldTexts,
  FormField,
  LineEdit,
  LineEditing,
  LinePlatform,
} from '../platforms/platform.ts';
import type { Line } from '../line.ts';
import { useObjections } from './use-form-errors.ts';
import { onlyDigits } from '../fields/whatsapp.ts';
import { WhatsappField } from '../fields/WhatsappField.tsx';

interface Form extends ProductChoice {
  readonly username: string;
  readonly whatsapp: string;
  readonly note: string;
}

export interface EditDialogProps extends LineDialogProps {
  /** One that the platform has. */
  editing: LineEditing;
}

export function EditLine({ platform, editing, context: asking, onClose, onDone }: EditDialogProps) {
  const { line } = asking;
  const holds = (field: FormField) => editing.fields.includes(field);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const save = usePlatformAct(platform, editing.call);
  const bouquets = usePlatformRead(platform.bouquets, undefined, { staleMs: 60_000 });
  // What was changed outlives an expired sign-in; what was not changed comes from the line.
  const draft = useDraft<{ changes: Partial<Form> }>(
    `editar-linha-${line.id}-${editing.fields.join('-')}`,
    { changes: {} },
  );
  const { fields, setFields, object } = useObjections(form);
  const value: Form = { ...formOf(editing, line, bouquets.data ?? []), ...draft.value.changes };
  const change = (next: Partial<Form>) =>
    draft.change(({ changes }) => ({ changes: { ...changes, ...next } }));
  const close = () => {
    draft.clear();
    onClose();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const reading = readEdit(platform, editing, line, value, bouquets.data ?? []);
    if ('objection' in reading) return object(reading.objection);
    setFields({});
    try {
      const done = await save.run({ line, edit: reading.edit });
      close();
      return onDone(done, editing.done);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (endsSession(failure)) return undefined;
      return object(objectionFrom(platform, failure));
    }
  };

  return (
    <Dialog
      opened
      onClose={close}
      busy={save.busy}
      width={560}
      title={editing.title}
      subtitle={
        <>
          <span className="mono">{line.username}</span>
          {!holds('note') && line.note && ` · ${line.note}`}
        </>
      }
      footer={
        <>
          <Button size="md" variant="default" disabled={save.busy} onClick={close}>
            Cancelar
          </Button>
          <Button size="md" type="submit" form={id} loading={save.busy}>
            Salvar
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className="edit-line"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {holds('username') && (
          <FieldRow>
            <TextField
              label={platform.words.name}
              icon={IconUser}
              autoComplete="off"
              maxLength={20}
              {...(platform.is.numericNames ? { inputMode: 'numeric' as const } : {})}
              value={value.username}
              onChange={({ currentTarget }) =>
                change({
                  username: platform.is.numericNames
                    ? onlyDigits(currentTarget.value)
                    : currentTarget.value,
                })
              }
              error={fields.username}
            />
            <WhatsappField
              optional
              value={value.whatsapp}
              onChange={(whatsapp) => change({ whatsapp })}
              error={fields.whatsapp}
            />
          </FieldRow>
        )}
        {holds('plan') && (
          <ProductField
            platform={platform}
            value={value}
            onChange={change}
            forTests={line.isTrial}
            mayKeep={editing.keepsPackage ?? false}
            error={fields.plan}
          />
        )}
        {holds('note') && (
          <TextAreaField
            label="Anotações"
            autoComplete="off"
            maxLength={255}
            value={value.note}
            onChange={({ currentTarget }) => change({ note: currentTarget.value })}
            error={fields.note}
          />
        )}
      </form>
    </Dialog>
  );
}

const formOf = (
  { keepsPackage }: LineEditing,
  line: Line,
  bouquets: readonly BouquetOption[],
): Form => ({
  username: line.username,
  whatsapp: line.whatsapp ?? '',
  note: line.note,
  custom: line.packageId === 0,
  packageId: keepsPackage ? KEEP_PACKAGE : line.packageId,
  bouquets: bouquets
    .filter((option) => line.bouquetIds.includes(option.id))
    .map((option) => option.name),
});

/** Empty text is not sent (V-07), so emptying the name or the note would silently change nothing: it is refused. */
function readEdit(
  platform: LinePlatform,
  editing: LineEditing,
  line: Line,
  form: Form,
  bouquets: readonly BouquetOption[],
): { edit: LineEdit } | { objection: Objection } {
  const { plan, error, missing } = readProduct(form, bouquets);
  const { username, whatsapp, note } = form;
  const edit: LineEdit = { username, whatsapp, note, ...plan };
  const sent = editing.call.send({ line, edit }) as { body: unknown };
  const reading = readInput(editing.call.declaration.body as z.ZodType, sent.body);
  const found: FieldTexts = {
    ...(reading.ok ? {} : formFields(platform, reading.fields)),
    ...(error ? { plan: error } : {}),
    ...(username === '' ? { username: messages.required(platform.words.name) } : {}),
    ...(note.trim() === '' && line.note !== '' ? { note: messages.required('Anotações') } : {}),
  };
  // What stands in no field of this window is not its matter.
  const fields: FieldTexts = {};
  for (const field of editing.fields) if (found[field]) fields[field] = found[field];
  return Object.keys(fields).length === 0 ? { edit } : { objection: objectionTo(fields, missing) };
}
