import type { KeyboardEvent } from 'react';
import { typesInField } from '../../foundation/shortcuts.ts';

/** → opens the branch of the row that has the focus, ← closes it. */
export function expandOnArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
  if (typesInField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  const opener = row?.querySelector<HTMLButtonElement>('[data-tree-opener]');
  if (!row || !opener) return;
  const opened = opener.getAttribute('aria-expanded') === 'true';
  if (opened === (event.key === 'ArrowRight')) return;
  event.preventDefault();
  opener.click();
}
