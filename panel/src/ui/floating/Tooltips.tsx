/**
 * Tooltips for icons and truncated texts. The text of `data-tooltip` appears when the mouse pointer
 * or the keyboard focus stays on its element. The whole panel has a single tooltip component,
 * because a component for every button of a table would slow down its rendering. Touch input does
 * not show tooltips.
 */
import { useEffect, useState } from 'react';
import { lazyComponent } from '../../foundation/lazy-component.tsx';
import type { TooltipBubbleProps } from './TooltipBubble.tsx';

const DELAY_MS = 400;

const TooltipBubble = lazyComponent<TooltipBubbleProps>(
  async () => (await import('../drawn-later.ts')).TooltipBubble,
);

export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let aimed: HTMLElement | undefined;
    const aim = (element: EventTarget | null) => {
      const next =
        element instanceof Element
          ? (element.closest<HTMLElement>('[data-tooltip]') ?? undefined)
          : undefined;
      if (next === aimed) return;
      aimed = next;
      clearTimeout(timer);
      setTarget(undefined);
      if (next) timer = setTimeout(() => setTarget(next), DELAY_MS);
    };
    const watched = new AbortController();
    const on = <Name extends keyof DocumentEventMap>(
      name: Name,
      listener: (event: DocumentEventMap[Name]) => void,
    ) => document.addEventListener(name, listener, { signal: watched.signal });
    on('pointerover', ({ target: element, pointerType }) => {
      if (pointerType === 'mouse') aim(element);
    });
    on('focusin', ({ target: element }) => {
      if (element instanceof Element && element.matches(':focus-visible')) aim(element);
    });
    for (const name of ['focusout', 'pointerdown', 'keydown'] as const) on(name, () => aim(null));
    document.documentElement.addEventListener('pointerleave', () => aim(null), watched);
    return () => {
      clearTimeout(timer);
      watched.abort();
    };
  }, []);
  return target && <TooltipBubble target={target} />;
}
