/**
 * «Editar Usuário», «Editar Nota» and «Editar Pacote»: the fields that the platform's dialog
 * contains. Unchanged fields keep their value (V-17, V-18).
 */
import type { LineAct, LineFormField } from '@ramal/contract/lines/line-fields';
import { IconUser } from '@tabler/icons-react';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import { FieldRow } from '../../ui/form/FormSection.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import { formFieldsIn } from '../fields/form-fields.ts';
import { lineForm } from '../fields/line-form.ts';
import { type LineForm, readForm, toLineInput, valueErrors } from '../fields/line-values.ts';
import { PriceField } from '../fields/PriceField.tsx';
import { KEEP_PACKAGE, type ProductChoice, readProduct } from '../fields/product.ts';
import { ProductSection } from '../fields/ProductSection.tsx';
import { onlyDigits, typedProblem } from '../fields/whatsapp.ts';
import { WhatsappField } from '../fields/WhatsappField.tsx';
import type { Line } from '../line.ts';
import { callsChangedByActions, usePlatformRead } from '../platforms/calls.ts';
import type { BouquetOption, LineEditing, LinePlatform } from '../platforms/platform.ts';
import { renameConfirmation } from './line-confirmations.tsx';
import type { LineDialogProps } from './line-dialog.ts';

interface EditLineProps extends LineDialogProps {
  editing: LineEditing;
}

export function EditLine({ platform, editing, context, onClose, onDone }: EditLineProps) {
  const { line } = context;
  const { act } = editing;
  const fields = formFieldsIn(platform.fields, act);
  const shown = formFieldsIn(platform.fields, act, context.owner === undefined);
  const bouquets = usePlatformRead(platform.bouquets, undefined, { staleMs: 60_000 }).data ?? [];
  const stored = readForm(line, storedProduct(editing, line, bouquets));
  const form = useForm(editing.call.declaration, {
    draft: `editar-linha-${line.id}-${fields.join('-')}`,
    initial: stored,
    ...lineForm(platform, act),
    send: (values) => editing.call.send({ line, edit: toLineInput(values, bouquets) }),
    validate: (values) => problemsOf({ platform, act, stored, values, bouquets }),
    confirm: ({ username }) =>
      fields.includes('username') && username !== line.username
        ? renameConfirmation(context, username)
        : undefined,
    refresh: callsChangedByActions(platform),
    onDone: (answer) => {
      onClose();
      onDone(editing.call.read(answer), editing.done);
    },
  });
  return (
    <FormDialog
      form={form}
      width={560}
      title={editing.title}
      subtitle={
        <>
          <span className="mono">{line.username}</span>
          {!fields.includes('note') && line.note && ` · ${line.note}`}
        </>
      }
      onClose={onClose}
    >
      <EditFields
        platform={platform}
        form={form}
        shown={shown}
        forTests={line.isTrial}
        mayKeep={editing.keepsPackage ?? false}
      />
    </FormDialog>
  );
}

interface EditFieldsProps {
  readonly platform: LinePlatform;
  readonly form: Form<LineForm>;
  readonly shown: readonly LineFormField[];
  readonly forTests: boolean;
  readonly mayKeep: boolean;
}

const EditFields = ({ platform, form, shown, forTests, mayKeep }: EditFieldsProps) => (
  <>
    {shown.includes('note') && (
      <TextAreaField
        label="Anotações"
        autoComplete="off"
        maxLength={255}
        data-autofocus
        {...form.field('note')}
      />
    )}
    {shown.includes('username') && (
      <FieldRow>
        <TextField
          label={platform.words.name}
          icon={IconUser}
          autoComplete="off"
          maxLength={20}
          {...(platform.definition.numericNames ? { inputMode: 'numeric' as const } : {})}
          {...form.field('username', platform.definition.numericNames ? onlyDigits : undefined)}
        />
        <WhatsappField optional {...form.field('whatsapp')} />
      </FieldRow>
    )}
    {shown.includes('price') && !forTests && <PriceField form={form} />}
    {shown.includes('plan') && (
      <ProductSection
        platform={platform}
        value={form.values}
        onChange={form.change}
        forTests={forTests}
        mayKeep={mayKeep}
        error={form.errors.plan}
      />
    )}
  </>
);

/** Returns the stored product of the line, or «keep» on platforms that support it. */
const storedProduct = (
  { keepsPackage }: LineEditing,
  line: Line,
  bouquets: readonly BouquetOption[],
): ProductChoice => ({
  custom: line.packageId === 0,
  packageId: keepsPackage ? KEEP_PACKAGE : line.packageId,
  bouquets: bouquets
    .filter((option) => line.bouquetIds.includes(option.id))
    .map((option) => option.name),
});

interface EditedLine {
  readonly platform: LinePlatform;
  readonly act: LineAct;
  readonly stored: LineForm;
  readonly values: LineForm;
  readonly bouquets: readonly BouquetOption[];
}

function problemsOf({ platform, act, stored, values, bouquets }: EditedLine): FieldErrors {
  const has = (field: LineFormField) => formFieldsIn(platform.fields, act).includes(field);
  const { error } = readProduct(values, bouquets);
  const whatsapp = has('whatsapp') ? typedProblem(values.whatsapp) : undefined;
  return {
    ...valueErrors(platform.fields, act, values, stored),
    ...(values.price.trim() === '' && stored.price !== ''
      ? { price: 'Para remover o preço, use «Preço do cliente» nas ações da linha.' }
      : {}),
    ...(has('plan') && error ? { plan: error } : {}),
    ...(whatsapp ? { whatsapp } : {}),
  };
}
