/** Selection of lines in a list, the bar with its actions, and the dialogs of these actions. */
import type { Batch } from '@ramal/contract/batches';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { BatchDialogProps } from '../../batches/BatchDialog.tsx';
import { useExport } from '../../exports/use-export.tsx';
import { lazyComponent } from '../../foundation/lazy-component.tsx';
import { formatCount } from '../../foundation/numbers.ts';
import { queryKey } from '../../foundation/api/query.ts';
import { emptySelection, type Selection, type ListSelection } from '../../ui/table/selection.ts';
import { useToast } from '../../ui/toasts.tsx';
import { useAccount } from '../account.ts';
import { callsChangedByActions } from '../platforms/calls.ts';
import type { LineMigration } from '../platforms/migrations.ts';
import type { LinePage, LinePlatform, LineQuery } from '../platforms/platform.ts';
import { type ChosenAction, toLineIds, selectLines } from './bulk.ts';
import { BulkBar } from './BulkBar.tsx';
import type { BulkDialogProps } from './BulkDialog.tsx';

const BulkDialog = lazyComponent<BulkDialogProps>(
  async () => (await import('./BulkDialog.tsx')).BulkDialog,
);
const BatchDialog = lazyComponent<BatchDialogProps>(
  async () => (await import('../../batches/BatchDialog.tsx')).BatchDialog,
);

interface Bulk {
  readonly selection: ListSelection;
  readonly windows: ReactNode;
}

interface BulkWanted {
  readonly platform: LinePlatform;
  readonly query: LineQuery;
  readonly page: LinePage | undefined;
  /** Expired lines that the screen shows outside of the list. */
  readonly ended: LinePage | undefined;
  readonly pays: boolean;
  readonly migrations: readonly LineMigration[];
  /** Called after the batch of an action has started. */
  readonly onStarted: () => void;
}

export function useBulk(wanted: BulkWanted): Bulk {
  const { platform, query, pays, migrations } = wanted;
  const total = countMatching(wanted);
  const [selection, setSelection] = useSelection(query);
  const [choosing, setChoosing] = useState<ChosenAction>();
  const [batch, setBatch] = useState<Batch>();
  const to = useRef<LinePlatform>(undefined);
  const { balance } = useAccount();
  const client = useQueryClient();
  const toast = useToast();
  const sheet = useExport(platform.spreadsheet.declaration);
  const ticked = selection.kind === 'rows' ? selection.keys.size : undefined;
  const count = ticked ?? total?.count ?? 0;
  const refresh = () => {
    const changed = [
      ...callsChangedByActions(platform),
      ...(to.current ? callsChangedByActions(to.current) : []),
    ];
    for (const stale of changed) void client.invalidateQueries({ queryKey: queryKey(stale) });
  };
  const begun = (started: Batch, target: LinePlatform | undefined) => {
    to.current = target;
    setChoosing(undefined);
    setSelection(emptySelection);
    wanted.onStarted();
    setBatch(started);
  };
  const closeBatch = () => {
    setBatch(undefined);
    refresh();
    toast({ title: 'O resultado fica guardado', text: 'em Mais › Trabalhos em lote, por 30 dias' });
  };
  const bar = (
    <BulkBar
      count={count}
      exact={ticked !== undefined || (total?.exact ?? false)}
      pays={pays}
      balance={balance}
      migrations={migrations}
      exporting={sheet.busy}
      onChoose={setChoosing}
      onExport={() => sheet.start(sheetOf(platform, query, selection) as never)}
    />
  );
  return {
    selection: { value: selection, onChange: setSelection, bar, total },
    windows: (
      <>
        {sheet.window}
        {choosing && (
          <BulkDialog
            platform={platform}
            choosing={choosing}
            lines={selectLines(platform, query, selection)}
            meant={meantBy(selection, total)}
            onClose={() => setChoosing(undefined)}
            onStarted={begun}
          />
        )}
        {batch && (
          <BatchDialog id={batch.id} title={batch.title} onClose={closeBatch} onDone={refresh} />
        )}
      </>
    ),
  };
}

type MatchingCount = NonNullable<ListSelection['total']>;

/** Counts the lines that match the filters. Undefined until the page has loaded. */
const countMatching = ({ page, ended }: BulkWanted): MatchingCount | undefined =>
  page && {
    count: page.total + (ended?.total ?? 0),
    exact: page.totalExact && (ended?.totalExact ?? true),
  };

function meantBy(selection: Selection, total: MatchingCount | undefined): string {
  if (selection.kind === 'rows') {
    const { size } = selection.keys;
    return size === 1 ? '1 linha selecionada' : `${formatCount(size)} linhas selecionadas`;
  }
  const count = total?.exact ? `as ${formatCount(total.count)}` : 'todas as linhas';
  return `${count.replace(/^a/, 'A').replace(/^t/, 'T')} que correspondem aos filtros`;
}

/**
 * Stores the selection. It is cleared when the list shows the lines of another owner. The selection
 * «all that match» is also cleared when the filters change.
 */
function useSelection(query: LineQuery) {
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const { lineOwner, search, status, expiring, expired, due, paid, abuse } = query;
  const filters = JSON.stringify([search, status, expiring, expired, due, paid, abuse]);
  useEffect(() => setSelection(emptySelection), [lineOwner]);
  useEffect(
    () => setSelection((current) => (current.kind === 'matching' ? emptySelection : current)),
    [filters],
  );
  return [selection, setSelection] as const;
}

/** Returns the request for a spreadsheet of the selected lines. */
function sheetOf(platform: LinePlatform, query: LineQuery, selection: Selection): object {
  if (selection.kind === 'matching') return platform.spreadsheet.send(query);
  const unfiltered = {
    ...query,
    search: undefined,
    status: undefined,
    expiring: undefined,
    expired: undefined,
    due: undefined,
    paid: undefined,
  };
  const { body } = platform.spreadsheet.send(unfiltered) as { body: object };
  return { body: { ...body, ids: toLineIds(selection.keys) } };
}
