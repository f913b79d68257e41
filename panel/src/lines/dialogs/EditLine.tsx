/**
 * «Editar Usuário», «Editar Nota» and «Editar Pacote»: the fields that the platform's dialog
 * contains. Unchanged fields keep their value (V-17, V-18).
 */
import { messages } from '@ramal/contract/api/validation';
import { IconUser } from '@tabler/icons-react';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import { FieldRow } from '../../ui/form/FormSection.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { lineForm } from '../fields/line-form.ts';
import { PriceField, priceCentsOf, priceErrors, priceTyped } from '../fields/PriceField.tsx';
import { KEEP_PACKAGE, type ProductChoice, readProduct } from '../fields/product.ts';
import { ProductSection } from '../fields/ProductSection.tsx';
import { onlyDigits, storedToTyped, typedProblem } from '../fields/whatsapp.ts';
import { WhatsappField } from '../fields/WhatsappField.tsx';
import type { Line } from '../line.ts';
import { callsChangedByActions, usePlatformRead } from '../platforms/calls.ts';
import type { BouquetOption, LineEdit, LineEditing, LinePlatform } from '../platforms/platform.ts';
import { renameConfirmation } from './line-confirmations.tsx';
import type { LineDialogProps } from './line-dialog.ts';

interface EditLineForm extends ProductChoice {
  readonly username: string;
  readonly whatsapp: string;
  readonly note: string;
  readonly price: string;
}

interface EditLineProps extends LineDialogProps {
  /** An edit that the platform has. */
  editing: LineEditing;
}

export function EditLine({ platform, editing, context, onClose, onDone }: EditLineProps) {
  const { line } = context;
  const { fields } = editing;
  // The price is a matter between the owner and the customer.
  const mayPrice = fields.includes('price') && context.owner === undefined && !line.isTrial;
  const bouquets = usePlatformRead(platform.bouquets, undefined, { staleMs: 60_000 }).data ?? [];
  const form = useForm(editing.call.declaration, {
    draft: `editar-linha-${line.id}-${fields.join('-')}`,
    initial: formOf(editing, line, bouquets),
    ...lineForm(platform, fields),
    send: (values) => editing.call.send({ line, edit: editOf(values, bouquets) }),
    validate: (values) => problemsOf({ platform, editing, line, values, bouquets }),
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
      {fields.includes('note') && (
        <TextAreaField
          label="Anotações"
          autoComplete="off"
          maxLength={255}
          data-autofocus
          {...form.field('note')}
        />
      )}
      {fields.includes('username') && (
        <FieldRow>
          <TextField
            label={platform.words.name}
            icon={IconUser}
            autoComplete="off"
            maxLength={20}
            {...(platform.is.numericNames ? { inputMode: 'numeric' as const } : {})}
            {...form.field('username', platform.is.numericNames ? onlyDigits : undefined)}
          />
          <WhatsappField optional {...form.field('whatsapp')} />
        </FieldRow>
      )}
      {mayPrice && <PriceField form={form} />}
      {fields.includes('plan') && (
        <ProductSection
          platform={platform}
          value={form.values}
          onChange={form.change}
          forTests={line.isTrial}
          mayKeep={editing.keepsPackage ?? false}
          error={form.errors.plan}
        />
      )}
    </FormDialog>
  );
}

const formOf = (
  { keepsPackage }: LineEditing,
  line: Line,
  bouquets: readonly BouquetOption[],
): EditLineForm => ({
  custom: line.packageId === 0,
  packageId: keepsPackage ? KEEP_PACKAGE : line.packageId,
  bouquets: bouquets
    .filter((option) => line.bouquetIds.includes(option.id))
    .map((option) => option.name),
  username: line.username,
  whatsapp: storedToTyped(line.whatsapp),
  note: line.note,
  price: priceTyped(line.priceCents),
});

const editOf = (values: EditLineForm, bouquets: readonly BouquetOption[]): LineEdit => {
  const { username, whatsapp, note, price } = values;
  const priceCents = priceCentsOf(price);
  return { username, whatsapp, note, priceCents, ...readProduct(values, bouquets).product };
};

interface EditedLine {
  readonly platform: LinePlatform;
  readonly editing: LineEditing;
  readonly line: Line;
  readonly values: EditLineForm;
  readonly bouquets: readonly BouquetOption[];
}

/**
 * Empty text is not sent (V-07), so emptying name, note or price would have no effect. It is
 * rejected instead.
 */
function problemsOf({
  platform,
  editing: { fields },
  line,
  values,
  bouquets,
}: EditedLine): FieldErrors {
  const { error } = readProduct(values, bouquets);
  const { username, note, whatsapp } = values;
  const whatsappProblem = fields.includes('whatsapp') ? typedProblem(whatsapp) : undefined;
  return {
    ...priceErrors(values),
    ...(values.price.trim() === '' && line.priceCents !== undefined
      ? { price: 'Para remover o preço, use «Preço do cliente» nas ações da linha.' }
      : {}),
    ...(fields.includes('plan') && error ? { plan: error } : {}),
    ...(fields.includes('username') && username === ''
      ? { username: messages.required(platform.words.name) }
      : {}),
    ...(whatsappProblem ? { whatsapp: whatsappProblem } : {}),
    ...(fields.includes('note') && note.trim() === '' && line.note !== ''
      ? { note: messages.required('Anotações') }
      : {}),
  };
}
