/**
 * Navigation for a list with more pages than the pager can link. The user enters a day or the
 * beginning of a name, and turns pages from that position (Q-PAGING). The components are loaded on
 * demand.
 */
import { unlimitedSorts } from '@ramal/contract/lines/lines';
import { Suspense, lazy, useState } from 'react';
import type { LinesRead } from './lines-read.ts';

const LazyCursorNavigation = lazy(() => import('./CursorNavigation.tsx'));

/** Maximum number of pages for which the pager has a link to every page. */
const MANY_PAGES = 10;

export function useCursorNavigation({ params, data }: LinesRead) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const isAt = params.cursor ?? params.from;
  const isLong = data && data.total > MANY_PAGES * params.perPage;
  if (!unlimitedSorts.includes(params.sort) || !(isAt || isLong)) return undefined;
  const onGoTo = () => setDialogOpen(true);
  const draw = (close?: () => void) => (
    <Suspense fallback={null}>
      <LazyCursorNavigation {...{ params, data, onGoTo, close }} />
    </Suspense>
  );
  return {
    onGoTo,
    window: isDialogOpen && draw(() => setDialogOpen(false)),
    ...(isAt && {
      pager: draw(),
      turn: (by: -1 | 1) => {
        const cursor = data?.[by === 1 ? 'next' : 'previous'];
        return cursor ? () => params.goTo({ cursor }) : undefined;
      },
    }),
  };
}
