/** A product as it is chosen, and as it is sent (V-09, V-10, Q-PACKAGES). */
import { foldText } from '@ramal/contract/rules/text';
import { errorText } from '@ramal/contract/api/errors';
import { messages } from '@ramal/contract/api/validation';
import type { BouquetOption, LineProduct } from '../platforms/platform.ts';

export interface ProductChoice {
  readonly custom: boolean;
  readonly packageId: number | null;
  /** Names, as they are typed or chosen. */
  readonly bouquets: readonly string[];
}

export const readyPackage = (packageId: number | null | undefined): ProductChoice => ({
  custom: false,
  packageId: packageId ?? null,
  bouquets: [],
});

/** Where a line is edited: keeps what it has (V-18). */
export const KEEP_PACKAGE = 0;

export interface ProductReading {
  readonly product: LineProduct;
  /** The text under the field, where something is wrong. */
  readonly error: string | undefined;
  readonly missing: boolean;
}

/** A typed tag makes no bouquet: it must exist. Case and accents do not matter. */
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
