/**
 * Ctrl K opens the palette on every screen. Two letters typed outside of a field open a form that
 * creates something.
 */
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { shortcutsOn, typesInField } from '../foundation/shortcuts.ts';
import type { CreateLink } from '../shell/menu/menu.ts';
import type { Destination } from '../ui/destination.ts';

/** Maximum time in ms between the two letters. */
const TOGETHER_MS = 1_000;

interface PaletteDoor {
  readonly opened: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

export function usePalette(creations: readonly CreateLink[]): PaletteDoor {
  const [opened, setOpened] = useState(false);
  const navigate = useNavigate();
  const before = useRef({ letter: '', at: 0 });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        setOpened((definition) => !definition);
        return;
      }
      const to = createdBy(event, before.current, creations);
      before.current = { letter: event.key.toLowerCase(), at: event.timeStamp };
      if (!to) return;
      event.preventDefault();
      void navigate(to);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [creations, navigate]);
  const open = useCallback(() => setOpened(true), []);
  return { opened, open, close: () => setOpened(false) };
}

/**
 * Shortcuts of two letters: «T I» creates a test on IPTV, «T P» a test on P2P, «C I» a line on
 * IPTV. A shortcut works only if the account has the permission.
 */
const paths: Readonly<Record<string, { to: string; test: boolean }>> = {
  ti: { to: '/user-iptv', test: true },
  tp: { to: '/user-p2p', test: true },
  ci: { to: '/user-iptv', test: false },
};

function createdBy(
  event: KeyboardEvent,
  before: { readonly letter: string; readonly at: number },
  creations: readonly CreateLink[],
): Destination | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (!shortcutsOn() || typesInField(event.target) || isCovered()) return undefined;
  if (event.timeStamp - before.at > TOGETHER_MS) return undefined;
  const shortcut = paths[before.letter + event.key.toLowerCase()];
  return creations.find(
    ({ to, look }) => to === shortcut?.to && (look === 'test') === shortcut?.test,
  );
}

/** True if a dialog is open over the page. */
const isCovered = (): boolean =>
  document.querySelector('dialog[open], [aria-modal="true"]') !== null;
