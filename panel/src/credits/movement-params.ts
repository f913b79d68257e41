import { movementKinds, movementSorts } from '@ramal/contract/resellers/credits';
import { z } from 'zod';
import { defineListParams, useDialogListParams } from '../ui/list/list-params.ts';

const dayParam = z.iso.date().or(z.literal(''));

/** The newest movement is first. */
const movementParams = defineListParams({
  filters: {
    kind: z.enum(movementKinds),
    from: dayParam,
    until: dayParam,
    /** True if the list includes the descendants of the account. */
    tree: z.boolean(),
  },
  sorts: movementSorts,
  defaultDirection: 'desc',
});

export function useMovementParams() {
  const params = useDialogListParams(movementParams, 'movements');
  const { search, kind, from, until, tree = false } = params.values;
  const filters = {
    ...(search ? { search } : {}),
    ...(kind ? { kind } : {}),
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
  };
  return {
    params,
    tree,
    filtersInUse: [kind, from, until, tree || undefined].filter(Boolean).length,
    isFiltered: Object.keys(filters).length > 0,
    query: { ...params.query, ...filters, ...(tree ? { tree: 'true' } : {}) },
    exported: { ...filters, ...(tree ? { tree } : {}) },
  };
}
