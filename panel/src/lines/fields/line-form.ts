/** Common parts of every form about a line: field names and error texts. */
import type { ErrorCode } from '@ramal/contract/api/errors';
import { errorText } from '@ramal/contract/api/errors';
import type { LineAct, LineFormField } from '@ramal/contract/lines/line-fields';
import type { AlertOptions } from '../../ui/dialogs/AlertBox.tsx';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import type { FormProblem } from '../../ui/form/use-submission.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import { formFieldOfError } from './form-fields.ts';
import { isProductMissing, type ProductChoice } from './product.ts';

/**
 * Fields by error code, for codes that belong to one field even if the server returns no field
 * name.
 */
const codeFields: Partial<Record<ErrorCode, LineFormField>> = {
  package_missing: 'plan',
  package_unknown: 'plan',
  bouquet_unknown: 'plan',
  username_taken: 'username',
};

/** Returns the common options of a form that sends an action. */
export const lineForm = ({ fields }: LinePlatform, act: LineAct) => ({
  wireNames: { custom: 'plan', packageId: 'plan', bouquets: 'plan' },
  codeFields,
  readErrors: (errors: FieldErrors): FieldErrors => {
    const texts: Record<string, string> = {};
    for (const [name, text] of Object.entries(errors)) {
      const field = formFieldOfError(fields, act, name.split('.')[0] ?? '');
      if (field) texts[field] ??= text;
    }
    return texts;
  },
  /** If only the product is missing, the dialog shows its own text (M-08, M-09). */
  alertFor: ({ errors, refusal }: FormProblem, product: ProductChoice): AlertOptions | undefined =>
    !refusal && errors.plan && Object.keys(errors).length === 1 && isProductMissing(product)
      ? { title: 'Ocorreu um erro', text: errorText('package_missing') }
      : undefined,
});
