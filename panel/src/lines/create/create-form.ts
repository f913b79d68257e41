/** The create form: its values and the line that they request (V-08 to V-13). */
import { DEFAULT_CREDITS, DEFAULT_TEST_HOURS } from '@ramal/contract/rules/terms';
import { priceCentsOf } from '../fields/PriceField.tsx';
import { type ProductChoice, readProduct } from '../fields/product.ts';
import type { BouquetOption, NewLine, PackageOption } from '../platforms/platform.ts';

export interface CreateLineForm extends ProductChoice {
  readonly credits: number;
  readonly testHours: number;
  readonly username: string;
  readonly whatsapp: string;
  readonly note: string;
  /** Typed text; only for an official line. */
  readonly price: string;
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
  price: '',
};

/**
 * Returns the values with an available package. It prefers the chosen one, then the last one sold,
 * then the first.
 */
export function offeredValues<V extends Pick<ProductChoice, 'packageId'>>(
  values: V,
  official: boolean,
  packages: readonly PackageOption[] | undefined,
  last: number | undefined,
): V {
  if (!packages) return values;
  const offered = packages.filter(({ forTests }) => official || forTests);
  const byId = (wanted: number | null | undefined) => offered.find(({ id }) => id === wanted);
  const taken = byId(values.packageId) ?? byId(last) ?? offered[0];
  return { ...values, packageId: taken?.id ?? null };
}

export function newLineOf(
  values: CreateLineForm,
  official: boolean,
  bouquets: readonly BouquetOption[],
): NewLine {
  const { credits, testHours, username, whatsapp, note } = values;
  const price = official ? { credits, testHours: undefined } : { credits: undefined, testHours };
  const { product } = readProduct(values, bouquets);
  const priceCents = official ? priceCentsOf(values.price) : undefined;
  return { official, ...price, priceCents, username, whatsapp, note, ...product };
}
