import type { KeyboardEvent } from 'react';
import { typesInField } from '../../foundation/shortcuts.ts';

/** → shows the children of the row that has the focus, ← hides them. */
export function expandOnArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
  if (typesInField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  const button = row?.querySelector<HTMLButtonElement>('[data-expand]');
  if (!row || !button) return;
  const isExpanded = button.getAttribute('aria-expanded') === 'true';
  if (isExpanded === (event.key === 'ArrowRight')) return;
  event.preventDefault();
  button.click();
}
