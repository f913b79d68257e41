/** Columns and actions of a list of lines: those of existing lines, or those of deleted lines. */
import { customerName } from '@ramal/contract/rules/customer-name';
import { relativeWord } from '../../foundation/dates.ts';
import { useToast } from '../../ui/toasts.tsx';
import type { LineActions } from '../dialogs/use-line-actions.tsx';
import { expiryLevel } from '../expiry-level.ts';
import type { Line } from '../line.ts';
import type { LineOwner, LinePlatform } from '../platforms/platform.ts';
import { deletedLineActions, lineActions } from './line-actions.ts';
import { deletedLineColumns, lineColumns } from './line-columns.tsx';
import { renewsAlone } from './LineExpiry.tsx';

interface LineTableInput {
  platform: LinePlatform;
  now: Date;
  lineOwner: LineOwner;
  deleted: boolean;
  actions: LineActions;
}

const signals = { 0: undefined, 1: 'warn', 2: 'bad', test: undefined } as const;

export function useLineTable({ platform, now, lineOwner, deleted, actions }: LineTableInput) {
  const toast = useToast();
  const shared = {
    rowKey: (line: Line) => line.id,
    rowName: (line: Line) => line.username,
    sheetNote: (line: Line) =>
      [customerName(line).rest, expiresWhen(line, now)].filter(Boolean).join(' · '),
  };
  if (deleted) {
    const columns = deletedLineColumns(platform, now);
    return { ...shared, columns, actions: deletedLineActions(actions) };
  }
  return {
    ...shared,
    columns: lineColumns(platform, now, lineOwner !== 0, {
      onWatching: platform.definition.plays
        ? (line) => actions.dialogs.open({ kind: 'watching', line })
        : undefined,
      onRecurring: (line) => actions.dialogs.open({ kind: 'recurring', line }),
    }),
    actions: lineActions({ platform, acts: actions, now, toast }),
    // Highlights a row whose expiry is near, unless the line renews automatically.
    rowSignal: (line: Line) =>
      line.expiresAt > now && !renewsAlone(line) ? signals[expiryLevel(line, now)] : undefined,
  };
}

/** Describes the expiry: «vence amanhã», «venceu há 2 dias». */
const expiresWhen = ({ expiresAt }: Line, now: Date): string =>
  `${expiresAt > now ? 'vence' : 'venceu'} ${relativeWord(expiresAt, now)}`;
