import { Button, Group } from '@mantine/core';
import { InlineForm } from '../../../ui/form/InlineForm.tsx';
import { SaveButton } from '../../../ui/form/SaveButton.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { lineForm } from '../../fields/line-form.ts';
import { KEEP_PACKAGE, type ProductChoice, readProduct } from '../../fields/product.ts';
import { ProductSection } from '../../fields/ProductSection.tsx';
import type { Line } from '../../line.ts';
import { callsChangedByActions, usePlatformRead } from '../../platforms/calls.ts';
import type { BouquetOption, LineEditing } from '../../platforms/platform.ts';
import { offerLineUndo } from '../../undo/line-undo.ts';
import type { Customer } from '../customer.ts';

interface PackageEditProps {
  readonly customer: Customer;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Choice of another package or other bouquets, below the access data. */
export function PackageEdit(props: PackageEditProps) {
  const { edits } = props.customer.platform;
  const editing = edits.package ?? edits.edit;
  return editing ? <PackageForm {...props} editing={editing} /> : null;
}

function PackageForm({
  customer,
  editing,
  onClose,
  onSaved,
}: PackageEditProps & { editing: LineEditing }) {
  const { platform, line } = customer;
  const bouquets = usePlatformRead(platform.bouquets, undefined, { staleMs: 60_000 }).data ?? [];
  const form = useForm(editing.call.declaration, {
    ...lineForm(platform, editing.act),
    initial: storedProduct(editing, line, bouquets),
    send: (choice) => editing.call.send({ line, edit: readProduct(choice, bouquets).product }),
    validate: (choice) => {
      const { error } = readProduct(choice, bouquets);
      return error ? { plan: error } : {};
    },
    refresh: callsChangedByActions(platform),
    onDone: (answer) => {
      onClose();
      onSaved();
      const { line: changed, undoId } = editing.call.read(answer);
      if (undoId) offerLineUndo(platform, { line: changed, undoId, effect: editing.done });
    },
  });
  return (
    <InlineForm form={form} gap="lg" py="md">
      <ProductSection
        platform={platform}
        value={form.values}
        onChange={form.change}
        forTests={line.isTrial}
        mayKeep={editing.keepsPackage ?? false}
        error={form.errors.plan}
      />
      <Group gap="sm" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <SaveButton form={form} />
      </Group>
    </InlineForm>
  );
}

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
