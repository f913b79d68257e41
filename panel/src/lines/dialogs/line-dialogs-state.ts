/** Which window stands over a screen of lines, and about which line. */
import { useRef, useState } from 'react';
import type { ListAddress, LineDialogKind } from '../list/line-params.ts';
import type { Line } from '../line.ts';
import type { LineChange, LinePlatform } from '../platforms/platform.ts';
import type { Receipt } from '../receipt/receipt.ts';

/** What an act has just handed out: it stands as it was answered, also when the line has left the list. */
export interface NewAccess {
  readonly platform: LinePlatform;
  readonly receipt: Receipt;
  readonly title: string;
  readonly phoneTitle: string;
}

/**
 * `charge` is known only right after a paid act; `numero` asks for a number and `entregue` shows what
 * was handed out, and neither is ever in the address.
 */
export interface LineDialog {
  readonly kind: LineDialogKind | 'numero' | 'entregue';
  readonly line: Line;
  readonly charge?: LineChange['charge'];
  readonly newAccess?: NewAccess;
}

export interface LineDialogsState {
  readonly current: LineDialog | undefined;
  readonly open: (window: LineDialog) => void;
  readonly close: () => void;
}

/** Beside a form: the window lives as long as the form. */
export function useLocalLineDialog(): LineDialogsState {
  const [current, setCurrent] = useState<LineDialog>();
  return { current, open: setCurrent, close: () => setCurrent(undefined) };
}

/**
 * Over a list: the window stands in the address. A line that an act moved to another page is
 * remembered, since its window may open after it has left the rows.
 */
export function useLineDialog(
  address: ListAddress,
  rows: readonly Line[] | undefined,
): LineDialogsState {
  const asked = useRef<LineDialog>(undefined);
  const [passing, setPassing] = useState<LineDialog>();
  const { window } = address;
  const remembered = asked.current?.line.id === window?.lineId ? asked.current : undefined;
  const line = rows?.find((row) => row.id === window?.lineId) ?? remembered?.line;
  const named = window && line && { kind: window.kind, line, charge: remembered?.charge };
  return {
    current: passing ?? named,
    open: (opened) => {
      asked.current = opened;
      if (opened.kind !== 'numero' && opened.kind !== 'entregue')
        return address.open(opened.kind, opened.line.id);
      setPassing(opened);
      // What it takes the place of is not there to come back to.
      if (window) address.close();
      return undefined;
    },
    close: () => {
      if (passing) setPassing(undefined);
      else address.close();
    },
  };
}
