/** State of the dialogs about a line: the open dialog and its line. */
import { useRef, useState } from 'react';
import { type CustomerSection, isCustomerSection } from '../customer/sections.ts';
import type { LineDialogKind, LineParams } from '../list/line-params.ts';
import type { Line } from '../line.ts';
import type { LineChange, LinePlatform } from '../platforms/platform.ts';
import type { Receipt } from '../receipt/receipt.ts';

/**
 * Access data that an action has just returned. Shown unchanged, even if the line has left the
 * list.
 */
export interface NewAccess {
  readonly platform: LinePlatform;
  readonly receipt: Receipt;
  readonly title: string;
  readonly phoneTitle: string;
}

type PassingKind = 'number' | 'password' | 'new-access';

const passingKinds: ReadonlySet<string> = new Set<PassingKind>([
  'number',
  'password',
  'new-access',
]);

const isInAddress = (kind: LineDialog['kind']): kind is LineDialogKind => !passingKinds.has(kind);

/**
 * Open dialog. `charge` is set only right after a paid action. Three kinds are never in the
 * address: `number` prompts for the number that receives `text`, `password` creates a new password,
 * `new-access` shows new access data.
 */
interface LineDialog {
  readonly kind: LineDialogKind | PassingKind;
  readonly line: Line;
  readonly charge?: LineChange['charge'];
  readonly text?: string;
  readonly onSent?: (() => void) | undefined;
  readonly newAccess?: NewAccess;
}

interface LineSection {
  readonly kind: CustomerSection;
  readonly line: Line;
}

const isSection = (opened: LineDialog | LineSection): opened is LineSection =>
  isCustomerSection(opened.kind);

export interface LineDialogsState {
  readonly current: LineDialog | undefined;
  /** Opens a window, or a section of the customer's page. */
  readonly open: (dialog: LineDialog | LineSection) => void;
  readonly close: () => void;
}

/**
 * Returns the dialog state for a screen with a form. The state is not in the address and ends with
 * the form.
 */
export function useLocalLineDialog(): LineDialogsState {
  const [current, setCurrent] = useState<LineDialog>();
  return {
    current,
    // Sections exist only over a list.
    open: (next) => {
      if (!isSection(next)) setCurrent(next);
    },
    close: () => setCurrent(undefined),
  };
}

/**
 * Returns the dialog state for a list. The address contains the open dialog. An action may move a
 * line to another page. The state therefore stores the line, so that its next dialog can still
 * open.
 */
export function useLineDialog(
  params: LineParams,
  rows: readonly Line[] | undefined,
): LineDialogsState {
  const opened = useRef<LineDialog>(undefined);
  const [passing, setPassing] = useState<LineDialog>();
  const { dialog } = params;
  const lastOpened = opened.current?.line.id === dialog?.lineId ? opened.current : undefined;
  const line = rows?.find((row) => row.id === dialog?.lineId) ?? lastOpened?.line;
  const named = dialog && line && { kind: dialog.kind, line, charge: lastOpened?.charge };
  return {
    current: passing ?? named,
    open: (next) => {
      if (isSection(next)) return params.openCustomer(next.line.id, next.kind);
      opened.current = next;
      // Over a customer's page, the address names the customer instead of the window.
      if (isInAddress(next.kind) && !params.customer) return params.open(next.kind, next.line.id);
      setPassing(next);
      // Removes the replaced dialog from the address, so that it does not open again when the new
      // dialog closes.
      if (dialog) params.close();
      return undefined;
    },
    close: () => {
      if (passing) setPassing(undefined);
      else params.close();
    },
  };
}
