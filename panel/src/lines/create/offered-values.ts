/** Selects the package of a create form from the available packages. */
import type { ProductChoice } from '../fields/product.ts';
import type { PackageOption } from '../platforms/platform.ts';

/**
 * Returns the values with an available package. Prefers the chosen one, then the last sold one,
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
