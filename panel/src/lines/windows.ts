/** Which window stands over a screen of lines, and about which line. */
import { useRef, useState } from 'react';
import type { ListAddress, WindowKind } from './list-address.ts';
import type { Line } from './line.ts';
import type { LineChange } from './platform.ts';

/** `charge` is known only right after a paid act; `numero` asks for a number and is never in the address. */
export interface LineWindow {
  readonly kind: WindowKind | 'numero';
  readonly line: Line;
  readonly charge?: LineChange['charge'];
}

export interface Windows {
  readonly current: LineWindow | undefined;
  readonly open: (window: LineWindow) => void;
  readonly close: () => void;
}

/** Beside a form: the window lives as long as the form. */
export function useOwnWindow(): Windows {
  const [current, setCurrent] = useState<LineWindow>();
  return { current, open: setCurrent, close: () => setCurrent(undefined) };
}

/**
 * Over a list: the window stands in the address. A line that an act moved to another page is
 * remembered, since its window may open after it has left the rows.
 */
export function useAddressedWindow(
  address: ListAddress,
  rows: readonly Line[] | undefined,
): Windows {
  const asked = useRef<LineWindow>(undefined);
  const [asksNumber, setAsksNumber] = useState<LineWindow>();
  const { window } = address;
  const remembered = asked.current?.line.id === window?.lineId ? asked.current : undefined;
  const line = rows?.find((row) => row.id === window?.lineId) ?? remembered?.line;
  const named = window && line && { kind: window.kind, line, charge: remembered?.charge };
  return {
    current: asksNumber ?? named,
    open: (opened) => {
      asked.current = opened;
      if (opened.kind === 'numero') setAsksNumber(opened);
      else address.open(opened.kind, opened.line.id);
    },
    close: () => {
      if (asksNumber) setAsksNumber(undefined);
      else address.close();
    },
  };
}
