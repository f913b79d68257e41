import type { ProductChoice } from '../fields/product.ts';
import type { PackageOption } from '../platforms/platform.ts';

/**
 * Returns the form values with an available package: the chosen one, otherwise the package of the
 * last sale, otherwise the first one.
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
