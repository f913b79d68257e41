/** Tests that the row with its menu and the card of a line offer the same actions. */
import { expect, it } from 'vitest';
import { menuGroups, type RowAction, visibleActions } from '../../ui/table/columns.ts';
import type { LineActions } from '../dialogs/use-line-actions.tsx';
import type { Line } from '../line.ts';
import { linePlatforms } from '../platforms/platforms.ts';
import { lineActions } from './line-actions.ts';

const now = new Date('2026-11-22T15:00:00Z');
const line: Line = {
  ...({} as Line),
  id: 1,
  username: '84920175',
  note: '',
  status: 'Ativo',
  isTrial: false,
  expiresAt: new Date('2026-12-20T15:00:00Z'),
};
const acts = { sells: true, migrations: [], isOwn: () => true } as unknown as LineActions;

it.each(linePlatforms)(
  'offers the same acts on the card and in the row of $definition.label',
  (platform) => {
    const actions = lineActions({ platform, acts, now, toast: () => undefined });
    const menu = menuGroups(actions, line).flat();
    const keysIn = (form: 'card' | 'table') =>
      new Set(
        [...visibleActions(actions, line, form), ...menu].map(({ key }: RowAction<Line>) => key),
      );
    // A table row has no space for the button «copy». Instead, the menu entry «Links» copies the
    // same text.
    expect([...keysIn('card')].filter((key) => !keysIn('table').has(key))).toEqual(['copy']);
    expect([...keysIn('table')].filter((key) => !keysIn('card').has(key))).toEqual([]);
    expect(keysIn('table').has('links')).toBe(true);
    expect(keysIn('table').has('send')).toBe(true);
  },
);
