/** State of one customer's page, which all its sections share. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getLine } from '@ramal/contract/lines/line-page';
import { useRef } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import type { RowAction } from '../../ui/table/columns.ts';
import type { LineActions } from '../dialogs/use-line-actions.tsx';
import { type Line, toLine } from '../line.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import type { CustomerSection } from './sections.ts';
import type { CustomerEdits } from './use-customer-edits.ts';

export type LineFacts = ResponseOf<typeof getLine>;

/** Place of the page: over the list, next to the list, or without it. */
export type CustomerForm = 'sheet' | 'panel' | 'page';

export interface Customer {
  readonly platform: LinePlatform;
  readonly line: Line;
  /** Undefined until they have loaded. */
  readonly facts: LineFacts | undefined;
  readonly acts: LineActions;
  readonly actions: readonly RowAction<Line>[];
  readonly edits: CustomerEdits;
  readonly now: Date;
  readonly form: CustomerForm;
  readonly section: CustomerSection | undefined;
  readonly openSection: (section: CustomerSection | undefined) => void;
}

/**
 * Returns the line of the page. The row of the list is used at once, because it contains the whole
 * head.
 */
export function useCustomerLine(id: number, rows: readonly Line[] | undefined) {
  const query = useCall(getLine, { params: { id } }, { staleMs: 0 });
  const last = useRef<Line>(undefined);
  const row = rows?.find((candidate) => candidate.id === id);
  const loaded = query.data && toLine(query.data);
  const line = row ?? loaded ?? (last.current?.id === id ? last.current : undefined);
  last.current = line;
  return { line, facts: query.data, query, isGone: query.error?.code === 'line_not_found' };
}
