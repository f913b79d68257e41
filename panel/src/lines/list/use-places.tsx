/**
 * The places of a list that has more pages than its pager links: a day or the beginning of a name to go to, and
 * from there page after page (Q-PAGING). What is drawn of it comes when it is asked for.
 */
import { sortsOfAny } from '@ramal/contract/lines/lines';
import { Suspense, lazy, useState } from 'react';
import type { LinesRead } from './lines-read.ts';

const Drawn = lazy(() => import('./Places.tsx'));

/** More pages than have a link of their own. */
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
