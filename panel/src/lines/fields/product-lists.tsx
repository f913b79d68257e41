/**
 * Select fields for packages and bouquets. They are loaded later than the form, because most sales
 * use a tile instead.
 */
import { IconPackage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SelectField, TagsField } from '../../ui/form/fields/choice-fields.tsx';
import { usePlatformRead } from '../platforms/calls.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import type { ProductChoice } from './product.ts';

interface ProductListProps {
  label: string;
  value: ProductChoice;
  onChange: (change: Partial<ProductChoice>) => void;
  error?: ReactNode;
}

export interface BouquetTagsProps extends Omit<ProductListProps, 'label'> {
  platform: LinePlatform;
}

export function BouquetTags({ platform, value, onChange, error }: BouquetTagsProps) {
  const bouquets = usePlatformRead(platform.bouquets, undefined, { staleMs: 60_000 });
  return (
    <TagsField
      label="Bouquets"
      labelHidden
      icon={undefined}
      placeholder="Escolha ou digite"
      data={(bouquets.data ?? []).map((option) => option.name)}
      value={[...value.bouquets]}
      onChange={(names) => onChange({ bouquets: names })}
      error={error}
    />
  );
}

export interface PackageSelectProps extends ProductListProps {
  options: readonly { readonly id: number; readonly label: string }[];
}

export const PackageSelect = ({ label, options, value, onChange, error }: PackageSelectProps) => (
  <SelectField
    label={label}
    labelHidden
    icon={IconPackage}
    placeholder="Escolha um pacote"
    data={options.map((option) => ({ value: String(option.id), label: option.label }))}
    value={value.packageId === null ? null : String(value.packageId)}
    onChange={(id) => onChange({ packageId: id === null ? null : Number(id) })}
    error={error}
  />
);
