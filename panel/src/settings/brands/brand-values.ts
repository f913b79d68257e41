/** What is typed of a brand, and how it becomes a call. */
import type { BrandSettings } from '@ramal/contract/brands/brand-settings';

export interface BrandValues {
  readonly name: string;
  readonly title: string;
  readonly accent: string;
  readonly force_light: boolean;
  readonly hosts: string[];
  /** Its number; empty for none. */
  readonly id_franchise: string;
  readonly logo: string;
  readonly favicon: string;
  readonly background: string;
  readonly receipt_text: string;
  readonly test_text: string;
  readonly charge_text: string;
  /** Empty for a new one. */
  readonly version: string;
}

/** The office's own, as in theme.css. */
export const OFFICE_ACCENT = '#4350d6';

export function valuesOf(brand: BrandSettings | undefined): BrandValues {
  return {
    name: brand?.name ?? '',
    title: brand?.title ?? '',
    accent: brand?.accent ?? OFFICE_ACCENT,
    force_light: brand?.force_light ?? true,
    hosts: brand?.hosts ?? [],
    id_franchise: brand?.id_franchise ? String(brand.id_franchise) : '',
    logo: brand?.logo ?? '',
    favicon: brand?.favicon ?? '',
    background: brand?.background ?? '',
    receipt_text: brand?.receipt_text ?? '',
    test_text: brand?.test_text ?? '',
    charge_text: brand?.charge_text ?? '',
    version: brand?.version ?? '',
  };
}

/** How many fields stand otherwise than they were published; the version is none that is typed. */
export const countChanges = (before: BrandValues, now: BrandValues): number =>
  Object.entries(before).filter(
    ([name, value]) =>
      name !== 'version' &&
      JSON.stringify(value) !== JSON.stringify(now[name as keyof BrandValues]),
  ).length;

/** In an address: its number, or the first host of one of brands.json. With a dot it would be asked for as a file. */
export const brandKey = ({ id, hosts }: BrandSettings): string =>
  id === null ? `arquivo-${hosts[0]!.replaceAll('.', '-')}` : String(id);
