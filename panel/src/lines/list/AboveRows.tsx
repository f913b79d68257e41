import { isEmpty, type ListSelection } from '../../ui/table/selection.ts';
import { useRowSelection } from '../../ui/table/use-row-selection.ts';
import { ChargeAll } from '../charging/ChargeAll.tsx';
import type { LineActions } from '../dialogs/use-line-actions.tsx';
import type { LinePlatform } from '../platforms/platform.ts';
import { ExpiredLines, MAX_SHOWN } from './ExpiredLines.tsx';
import type { LineParams } from './line-params.ts';
import type { LinesRead } from './lines-read.ts';
import type { useLineTable } from './use-line-table.ts';

interface AboveRowsProps {
  list: LinesRead;
  table: ReturnType<typeof useLineTable>;
  platform: LinePlatform;
  acts: LineActions;
  now: Date;
  selection: ListSelection;
  selecting: { readonly on: boolean; readonly onChange: (on: boolean) => void };
}

/**
 * Content above the rows: the button «Cobrar todos», and on lists of cards the card with expired
 * lines.
 */
export function AboveRows(props: AboveRowsProps) {
  const { list, table, platform, acts, now, selecting } = props;
  const { params, ended, sellsHere } = list;
  const visible = [...(ended?.rows.slice(0, MAX_SHOWN) ?? []), ...(list.data?.rows ?? [])];
  const selection = useRowSelection(
    props.selection,
    visible.map(({ id }) => id),
  );
  const isSelecting = selecting.on || !isEmpty(props.selection.value);
  return (
    <>
      {sellsHere && <ChargeAllOf platform={platform} due={params.due} />}
      {ended && params.page === 1 && ended.total > 0 && (
        <ExpiredLines
          {...table}
          {...{ platform, ended, now }}
          flash={acts.flash?.key}
          charges={sellsHere}
          onAll={() => params.change({ due: 'expired' })}
          selection={isSelecting ? selection : undefined}
          onLongPress={({ id }) => {
            selecting.onChange(true);
            selection?.toggle(id, false);
          }}
        />
      )}
    </>
  );
}

/**
 * Button that starts a charging run. Shown above a list of expired lines, or of lines that expire
 * on one day.
 */
function ChargeAllOf({ platform, due }: { platform: LinePlatform; due: LineParams['due'] }) {
  const isCharged = due === 'expired' || /^\d{4}-/.test(due ?? '');
  return isCharged && due ? <ChargeAll platform={platform} due={due} /> : null;
}
