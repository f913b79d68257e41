/** What every form about a line has in common: how its fields are named, and what its refusals say. */
import type { ErrorCode } from '@ramal/contract/api/errors';
import { errorText } from '@ramal/contract/api/errors';
import type { AlertOptions } from '../../ui/dialogs/AlertBox.tsx';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import type { FormProblem } from '../../ui/form/use-submission.ts';
import type { FormField, LinePlatform } from '../platforms/platform.ts';
import { isProductMissing, type ProductChoice } from './product.ts';

/** Codes that speak of one field even where the server named none. */
const codeFields: Partial<Record<ErrorCode, FormField>> = {
  package_missing: 'plan',
  package_unknown: 'plan',
  bouquet_unknown: 'plan',
  username_taken: 'username',
};

/** Of a dialog that holds some of the fields, the others are not its matter. */
export const lineForm = (platform: LinePlatform, holds?: readonly FormField[]) => ({
  wireNames: { custom: 'plan', packageId: 'plan', bouquets: 'plan' },
  codeFields,
  readErrors: (errors: FieldErrors): FieldErrors => {
    const fields = formFields(platform, errors);
    return holds
      ? Object.fromEntries(
          Object.entries(fields).filter(([name]) => holds.includes(name as FormField)),
        )
      : fields;
  },
  /** The package alone missing has its own documented dialog (M-08, M-09). */
  alertFor: ({ errors, refusal }: FormProblem, product: ProductChoice): AlertOptions | undefined =>
    !refusal && errors.plan && Object.keys(errors).length === 1 && isProductMissing(product)
      ? { title: 'Ocorreu um erro', text: errorText('package_missing') }
      : undefined,
});

/** Wire names of fields -> the form's. */
function formFields(platform: LinePlatform, errors: FieldErrors): FieldErrors {
  const fields: Record<string, string> = {};
  for (const [name, text] of Object.entries(errors)) {
    const field = platform.formFields[name.split('.')[0] ?? ''];
    if (field) fields[field] ??= text;
  }
  return fields;
}
