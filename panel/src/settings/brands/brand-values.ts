/** Values of the brand form, and their conversion to a request. */
import type { BrandSettings } from '@ramal/contract/brands/brand-settings';

export interface BrandValues {
  readonly name: string;
  readonly title: string;
  readonly accent: string;
  readonly alwaysLight: boolean;
  readonly hosts: string[];
  /** Id of the franchise as text. Empty if the brand has no franchise. */
  readonly idFranchise: string;
  readonly logo: string;
  readonly favicon: string;
  readonly background: string;
  readonly receiptText: string;
  readonly testText: string;
  readonly chargeText: string;
  /** Version of the stored brand. Empty for a new brand. */
  readonly version: string;
}

/** Accent colour of the installation's own brand, as in theme.css. */
export const DEFAULT_ACCENT = '#4350d6';

export function toBrandValues(brand: BrandSettings | undefined): BrandValues {
  return {
    name: brand?.name ?? '',
    title: brand?.title ?? '',
    accent: brand?.accent ?? DEFAULT_ACCENT,
    alwaysLight: brand?.alwaysLight ?? true,
    hosts: brand?.hosts ?? [],
    idFranchise: brand?.idFranchise ? String(brand.idFranchise) : '',
    logo: brand?.logo ?? '',
    favicon: brand?.favicon ?? '',
    background: brand?.background ?? '',
    receiptText: brand?.receiptText ?? '',
    testText: brand?.testText ?? '',
    chargeText: brand?.chargeText ?? '',
    version: brand?.version ?? '',
  };
}

/**
 * Returns the number of fields that differ from the published values. The version is not an input,
 * so it is not counted.
 */
export const countChanges = (before: BrandValues, now: BrandValues): number =>
  Object.entries(before).filter(
    ([name, value]) =>
      name !== 'version' &&
      JSON.stringify(value) !== JSON.stringify(now[name as keyof BrandValues]),
  ).length;

/**
 * Returns the key of a brand for an address: its id, or the first host of a brand from brands.json.
 * A key with a dot would be requested as a file.
 */
export const brandKey = ({ id, hosts }: BrandSettings): string =>
  id === null ? `arquivo-${hosts[0]!.replaceAll('.', '-')}` : String(id);
