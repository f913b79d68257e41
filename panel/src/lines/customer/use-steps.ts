/** Position of the open customer in the filtered list, and the steps to its neighbours. */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Line } from '../line.ts';
import type { LinesRead } from '../list/lines-read.ts';

export interface Steps {
  /** Undefined if the customer is not on the shown page of the list. */
  readonly position: { readonly place: number; readonly total: number } | undefined;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

export function useSteps(list: LinesRead, lineId: number): Steps {
  const { params, data, ended } = list;
  const turn = usePageTurn(list);
  const above = params.page === 1 ? (ended?.rows ?? []) : [];
  const rows = [...above, ...(data?.rows ?? [])];
  const at = rows.findIndex(({ id }) => id === lineId);
  const open = (row: Line | undefined) => row && (() => params.openCustomer(row.id));
  if (at === -1 || !data) return { position: undefined, previous: undefined, next: undefined };
  const endedTotal = ended?.total ?? 0;
  const before = endedTotal + (params.page - 1) * params.perPage;
  const isPaged = params.from === undefined && params.cursor === undefined;
  const isLastPage = params.page * params.perPage >= data.total;
  return {
    position: isPaged
      ? {
          place: at < above.length ? at + 1 : before + at - above.length + 1,
          total: data.total + endedTotal,
        }
      : undefined,
    previous: open(rows[at - 1]) ?? (isPaged && params.page > 1 ? () => turn(-1) : undefined),
    next: open(rows[at + 1]) ?? (isPaged && !isLastPage ? () => turn(1) : undefined),
  };
}

/** Opens another page of the list. After it has loaded, its first or last customer is opened. */
function usePageTurn({ params, data }: LinesRead) {
  const waiting = useRef<{ readonly edge: 'first' | 'last'; readonly before: number | undefined }>(
    undefined,
  );
  const first = data?.rows[0]?.id;
  const arrive = useEffectEvent(() => {
    if (!waiting.current || !data || first === waiting.current.before) return;
    const row = waiting.current.edge === 'first' ? data.rows[0] : data.rows.at(-1);
    waiting.current = undefined;
    if (row) params.openCustomer(row.id);
  });
  useEffect(() => arrive(), [first]);
  return (by: -1 | 1) => {
    waiting.current = { edge: by === 1 ? 'first' : 'last', before: first };
    params.list.leadToPage(params.page + by);
  };
}
