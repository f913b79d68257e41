/** Selects which page of a storefront is shown. */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ShownBrand } from '../brand.ts';
import { useSecondTaps } from '../second-taps.ts';
import { PortalError, readPage, type StorefrontPage } from './api.ts';
import { ClosedPage } from './ClosedPage.tsx';
import { FailedPage } from './FailedPage.tsx';
import { SalesPage } from './sales/SalesPage.tsx';
import { useChoice } from './use-choice.ts';
import { readPlace, usePlace } from './use-place.ts';
import { storeOrigin } from './visitor.ts';
import classes from './Storefront.module.css';

const Steps = lazy(async () => ({ default: (await import('./Steps.tsx')).Steps }));

interface StorefrontProps {
  brand: ShownBrand;
  /** Data that the server wrote into the page; undefined if it wrote none. */
  written: StorefrontPage | undefined;
}

type PageState = StorefrontPage | 'unknown' | { readonly problem: string } | undefined;

export function Storefront({ brand, written }: StorefrontProps) {
  const [page, setPage] = useState<PageState>(written);
  const taps = useSecondTaps();
  const load = async () => {
    setPage(undefined);
    const read = await readPage(readPlace().slug).catch((error: PortalError) =>
      error.code === 'storefront_not_found' ? ('unknown' as const) : { problem: error.message },
    );
    setPage(read);
  };
  useEffect(() => {
    if (!written) void load();
  }, [written]);
  return (
    <div className={classes.root} onClickCapture={taps.onClickCapture}>
      <ShownPage page={page} brand={brand} taps={taps} onRetry={() => void load()} />
    </div>
  );
}

interface ShownPageProps {
  page: PageState;
  brand: ShownBrand;
  taps: ReturnType<typeof useSecondTaps>;
  onRetry: () => void;
}

function ShownPage({ page, brand, taps, onRetry }: ShownPageProps) {
  if (page === undefined) return <main aria-busy="true" />;
  if (page === 'unknown') return <ClosedPage brand={brand} page={undefined} />;
  if ('problem' in page) return <FailedPage problem={page.problem} onRetry={onRetry} />;
  if (page.state === 'closed') return <ClosedPage brand={brand} page={page} />;
  return <OpenPage page={page} brand={brand} taps={taps} />;
}

function OpenPage({
  page,
  brand,
  taps,
}: Omit<ShownPageProps, 'onRetry'> & { page: StorefrontPage }) {
  const places = usePlace(taps);
  const choice = useChoice(page);
  useEffect(() => storeOrigin(page.slug), [page.slug]);
  const shared = { page, brand, places, choice };
  if (places.step === '') return <SalesPage {...shared} />;
  return (
    <Suspense fallback={<main aria-busy="true" />}>
      <Steps {...shared} />
    </Suspense>
  );
}
