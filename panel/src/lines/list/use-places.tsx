/**
 * Cursors for a list with more pages than its pager can link. The user enters a day or the
 * beginning of a name, and turns pages from this position (Q-PAGING). The components load on
 * demand.
 */
import { sortsOfAny } from '@ramal/contract/lines/lines';
import { Suspense, lazy, useState } from 'react';
import type { LinesRead } from './lines-read.ts';

const Drawn = lazy(() => import('./Places.tsx'));

/** Number of pages above which not every page has a link. */
const MANY_PAGES = 10;

export function usePlaces({ params, data }: LinesRead) {
  const [choosing, setChoosing] = useState(false);
  const isAt = params.place ?? params.from;
  const isLong = data && data.total > MANY_PAGES * params.perPage;
  if (!sortsOfAny.includes(params.sort) || !(isAt || isLong)) return undefined;
  const onGoTo = () => setChoosing(true);
  const draw = (close?: () => void) => (
    <Suspense fallback={null}>
      <Drawn {...{ params, data, onGoTo, close }} />
    </Suspense>
  );
  return {
    onGoTo,
    window: choosing && draw(() => setChoosing(false)),
    ...(isAt && {
      pager: draw(),
      turn: (by: -1 | 1) => {
        const place = data?.[by === 1 ? 'next' : 'previous'];
        return place ? () => params.goTo({ place }) : undefined;
      },
    }),
  };
}
