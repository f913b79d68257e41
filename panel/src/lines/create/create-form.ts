/** The create form: what is typed, and the line that it asks for (V-08 to V-13). */
import { DEFAULT_CREDITS, DEFAULT_TEST_HOURS } from '@ramal/contract/rules/terms';
import { type ProductChoice, readProduct } from '../fields/product.ts';
import type { BouquetOption, NewLine, PackageOption } from '../platforms/platform.ts';

export interface CreateLineForm extends ProductChoice {
  readonly credits: number;
  readonly testHours: number;
  readonly username: string;
  readonly whatsapp: string;
  readonly note: string;
}

export const emptyForm: CreateLineForm = {
  credits: DEFAULT_CREDITS,
  testHours: DEFAULT_TEST_HOURS,
  custom: false,
  packageId: null,
  bouquets: [],
  username: '',
  whatsapp: '',
  note: '',
};

/** A package that is not offered (any more, or not to a test) is not chosen. */
export function offeredValues(
  values: CreateLineForm,
  official: boolean,
  packages: readonly PackageOption[] | undefined,
): CreateLineForm {
  const offered = packages?.some(
    ({ id, forTests }) => id === values.packageId && (official || forTests),
  );
  return offered === false ? { ...values, packageId: null } : values;
}

export function newLineOf(
  values: CreateLineForm,
  official: boolean,
  bouquets: readonly BouquetOption[],
): NewLine {
  const { credits, testHours, username, whatsapp, note } = values;
  const price = official ? { credits, testHours: undefined } : { credits: undefined, testHours };
  const { product } = readProduct(values, bouquets);
  return { official, ...price, username, whatsapp, note, ...product };
}
