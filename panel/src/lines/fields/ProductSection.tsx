/**
 * Product field of every line form: a ready package or bouquets (S-IPTVNEW-05 to 07, S-P2PNEW-04).
 */
import { inTwoLines } from './package-words.ts';
import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChoiceTiles } from '../../ui/form/fields/ChoiceTiles.tsx';
import { FieldError } from '../../ui/form/fields/FieldError.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { lazyComponent, usePrefetch } from '../../foundation/lazy-component.tsx';
import { KEEP_PACKAGE, type ProductChoice } from './product.ts';
import { usePlatformRead } from '../platforms/calls.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import type { BouquetTagsProps, PackageSelectProps } from './product-lists.tsx';

/** Maximum number of tiles. More packages are shown as a list. */
const MAX_TILES = 8;

const BouquetTags = lazyComponent<BouquetTagsProps>(
  async () => (await import('./product-lists.tsx')).BouquetTags,
);
const PackageSelect = lazyComponent<PackageSelectProps>(
  async () => (await import('./product-lists.tsx')).PackageSelect,
);

interface ProductSectionProps {
  platform: LinePlatform;
  value: ProductChoice;
  onChange: (change: Partial<ProductChoice>) => void;
  title?: string;
  /** True if the form offers only packages that tests may use. */
  forTests?: boolean;
  /**
   * True if the form edits a line that already has a product. The first option is then «Manter
   * plano atual» (V-18).
   */
  mayKeep?: boolean;
  /** True if the form offers only ready packages, and no bouquets. */
  readyOnly?: boolean;
  error?: ReactNode;
}

export function ProductSection(props: ProductSectionProps) {
  const { platform, value, onChange, title = 'Pacote', readyOnly = false } = props;
  usePrefetch(BouquetTags);
  usePrefetch(PackageSelect);
  return (
    <FormSection
      title={title}
      aside={
        platform.bouquets &&
        !readyOnly && (
          <Button
            variant="link"
            size="compact-sm"
            mx="-sm"
            my="-3xs"
            onClick={() => onChange({ custom: !value.custom })}
          >
            {value.custom ? 'Pacotes prontos' : 'Personalizar'}
          </Button>
        )
      }
    >
      {value.custom ? <BouquetTags {...props} /> : <ReadyPackages {...props} title={title} />}
    </FormSection>
  );
}

function ReadyPackages(props: ProductSectionProps & { title: string }) {
  const { platform, value, onChange, title, forTests = false, mayKeep = false, error } = props;
  const { data: packages, query } = usePlatformRead(platform.packages, undefined, {
    readableOffline: true,
    staleMs: 60_000,
  });
  if (packages === undefined) return <PackagesPlaceholder failure={query.error?.message} />;
  const offered = packages.filter((option) => !forTests || option.forTests);
  const options = mayKeep
    ? [{ id: KEEP_PACKAGE, label: 'Manter plano atual' }, ...offered]
    : offered;
  if (options.length === 0 || options.length > MAX_TILES)
    return (
      <PackageSelect
        label={title}
        options={options}
        value={value}
        onChange={onChange}
        error={error}
      />
    );
  return (
    <ChoiceTiles
      label={title}
      names
      value={value.packageId === null ? undefined : String(value.packageId)}
      options={options.map(({ id, label }) => ({ value: String(id), ...inTwoLines(label) }))}
      onChange={(id) => onChange({ packageId: Number(id) })}
      error={error}
    />
  );
}

/** Placeholder until the packages are loaded. After a failure, shows the reason. */
const PackagesPlaceholder = ({ failure }: { failure: string | undefined }) =>
  failure === undefined ? <Skeleton height={58} radius={12} /> : <FieldError>{failure}</FieldError>;
