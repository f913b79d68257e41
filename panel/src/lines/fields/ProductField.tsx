/** What the customer watches: a ready package, or where the platform has them, bouquets of one's own choice (S-IPTVNEW-05 to 07, S-P2PNEW-04). */
import { IconPackage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { SelectField, TagsField } from '../../ui/form/fields/choice-fields.tsx';
import { usePlatformRead } from '../platforms/calls.ts';
import { KEEP_PACKAGE, type ProductChoice } from './product.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import classes from './ProductField.module.css';

export interface PlanFieldProps {
  platform: LinePlatform;
  value: ProductChoice;
  onChange: (change: Partial<ProductChoice>) => void;
  /** Only packages a test may use. */
  forTests?: boolean;
  /** Where a line is edited: package 0 keeps what it has (V-18). */
  mayKeep?: boolean;
  error?: ReactNode;
}

export function ProductField(props: PlanFieldProps) {
  const { platform, value, onChange } = props;
  return (
    <div className={classes.root}>
      {platform.bouquets && (
        <Segmented
          label="Tipo de pacote"
          wide
          value={value.custom ? 'custom' : 'ready'}
          options={[
            { value: 'ready', label: 'Pacote pronto' },
            { value: 'custom', label: 'Pacote personalizado' },
          ]}
          onChange={(kind) => onChange({ custom: kind === 'custom' })}
        />
      )}
      {value.custom ? <BouquetTags {...props} /> : <PackageSelect {...props} />}
    </div>
  );
}

export function BouquetTags({ platform, value, onChange, error }: PlanFieldProps) {
  const bouquets = usePlatformRead(platform.bouquets, undefined, { staleMs: 60_000 });
  return (
    <TagsField
      label="Bouquets"
      icon={undefined}
      placeholder="Escolha ou digite"
      data={(bouquets.data ?? []).map((option) => option.name)}
      value={[...value.bouquets]}
      onChange={(names) => onChange({ bouquets: names })}
      error={error}
    />
  );
}

export function PackageSelect(props: PlanFieldProps) {
  const { platform, value, onChange, forTests = false, mayKeep = false, error } = props;
  const packages = usePlatformRead(platform.packages, undefined, { staleMs: 60_000 });
  const offered = (packages.data ?? []).filter((option) => !forTests || option.forTests);
  const options = offered.map((option) => ({ value: String(option.id), label: option.label }));
  return (
    <SelectField
      label="Pacote"
      icon={IconPackage}
      placeholder={packages.query.isPending ? 'Carregando os pacotes…' : 'Escolha um pacote'}
      data={
        mayKeep
          ? [{ value: String(KEEP_PACKAGE), label: 'Manter plano atual' }, ...options]
          : options
      }
      value={value.packageId === null ? null : String(value.packageId)}
      onChange={(id) => onChange({ packageId: id === null ? null : Number(id) })}
      error={error ?? packages.query.error?.message}
    />
  );
}
