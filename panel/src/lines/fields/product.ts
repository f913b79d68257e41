/** Converts a product from the form's choice to the request (V-09, V-10, Q-PACKAGES). */
import { foldText } from '@ramal/contract/rules/text';
import { errorText } from '@ramal/contract/api/errors';
import { messages } from '@ramal/contract/api/validation';
import type { BouquetOption, LineProduct } from '../platforms/platform.ts';

export interface ProductChoice {
  readonly custom: boolean;
  readonly packageId: number | null;
  /** Names of bouquets, typed or selected. */
  readonly bouquets: readonly string[];
}

export const readyPackage = (packageId: number | null | undefined): ProductChoice => ({
  custom: false,
  packageId: packageId ?? null,
  bouquets: [],
});

/** Value that keeps the current package when a line is edited (V-18). */
export const KEEP_PACKAGE = 0;

interface ProductReading {
  readonly product: LineProduct;
  /** Text under the field; undefined if the choice is valid. */
  readonly error: string | undefined;
  readonly missing: boolean;
}

/**
 * Converts the product of the form to the product of the request. Finds bouquets by their typed
 * names and ignores case and accents. An unknown name is an error, because a name does not create a
 * bouquet.
 */
export function readProduct(
  { custom, packageId, bouquets }: ProductChoice,
  options: readonly BouquetOption[],
): ProductReading {
  const byName = new Map(options.map((option) => [fold(option.name), option.id]));
  const ids = custom ? bouquets.map((name) => byName.get(fold(name))) : [];
  const product: LineProduct = {
    custom,
    packageId: packageId ?? undefined,
    bouquetIds: [...new Set(ids.filter((id) => id !== undefined))],
  };
  const missing = isProductMissing({ custom, packageId, bouquets });
  if (missing)
    return {
      product,
      missing,
      error: custom ? messages.emptyList('Bouquet') : messages.required('Pacote'),
    };
  return {
    product,
    missing,
    error: ids.includes(undefined) ? errorText('bouquet_unknown') : undefined,
  };
}

export const isProductMissing = ({ custom, packageId, bouquets }: ProductChoice): boolean =>
  custom ? bouquets.length === 0 : packageId === null;

const fold = (text: string): string => foldText(text.trim());
