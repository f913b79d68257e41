/** What the customer will watch: one of the ready packages, chosen already, or bouquets of one's own choice. */
import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChoiceTiles } from '../../ui/form/fields/ChoiceTiles.tsx';
import { FieldError } from '../../ui/form/fields/FieldError.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { lazyComponent, usePrefetch } from '../../foundation/lazy-component.tsx';
import type { PlanFieldProps } from '../fields/ProductField.tsx';
import type { ProductChoice } from '../fields/product.ts';
import { usePlatformRead } from '../platforms/calls.ts';
import type { LinePlatform } from '../platforms/platform.ts';

/** More of them are a list. */
const MOST_TILES = 8;

// Lists that open weigh as much as the rest of the form, and most sales need none.
const BouquetTags = lazyComponent<PlanFieldProps>(
  async () => (await import('../fields/ProductField.tsx')).BouquetTags,
);
const PackageSelect = lazyComponent<PlanFieldProps>(
  async () => (await import('../fields/ProductField.tsx')).PackageSelect,
);

export interface PackageSectionProps {
  platform: LinePlatform;
  value: ProductChoice;
  /** Only packages a test may use. */
  forTests: boolean;
  onChange: (change: Partial<ProductChoice>) => void;
  error?: ReactNode;
}

export function PackageSection(props: PackageSectionProps) {
  const { platform, value, forTests, onChange, error } = props;
  const { data: packages, query } = usePlatformRead(platform.packages, undefined, {
    readableOffline: true,
    staleMs: 60_000,
  });
  usePrefetch(BouquetTags);
  usePrefetch(PackageSelect);
  const offered = packages?.filter((option) => !forTests || option.forTests);
  return (
    <FormSection
      title="Pacote"
      aside={
        platform.bouquets && (
          <Button
            variant="link"
            size="compact-sm"
            mx={-8}
            my={-3}
            onClick={() => onChange({ custom: !value.custom })}
          >
            {value.custom ? 'Pacotes prontos' : 'Personalizar'}
          </Button>
        )
      }
    >
      {value.custom ? (
        <BouquetTags {...props} />
      ) : offered === undefined ? (
        <NotHere failure={query.error?.message} />
      ) : offered.length === 0 || offered.length > MOST_TILES ? (
        <PackageSelect {...props} />
      ) : (
        <ChoiceTiles
          label="Pacote"
          names
          value={value.packageId === null ? undefined : String(value.packageId)}
          options={offered.map(({ id, label }) => ({ value: String(id), ...inTwoLines(label) }))}
          onChange={(id) => onChange({ packageId: Number(id) })}
          error={error}
        />
      )}
    </FormSection>
  );
}

/** Before the packages have come, or why they did not. */
const NotHere = ({ failure }: { failure: string | undefined }) =>
  failure === undefined ? <Skeleton height={58} radius={12} /> : <FieldError>{failure}</FieldError>;

/** «Completo, 1 tela»: what it is, and for how many. */
function inTwoLines(label: string): { label: string; detail?: string } {
  const [name = label, ...more] = label.split(', ');
  return more.length > 0 ? { label: name, detail: more.join(', ') } : { label };
}
