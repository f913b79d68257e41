import { Suspense, lazy, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { shortcutsOn, typesInField } from '../../foundation/shortcuts.ts';

const KeysSheet = lazy(async () => ({
  default: (await import('./KeyboardHelp.tsx')).KeyboardHelp,
}));

/** Opens the list of keyboard functions when `?` is pressed in a list. */
export function useKeyboardHelp(): ReactNode {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        typesInField(event.target) ||
        !shortcutsOn() ||
        document.querySelector('[aria-modal="true"], dialog[open]')
      )
        return;
      event.preventDefault();
      setOpened(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    opened && (
      <Suspense>
        <KeysSheet onClose={() => setOpened(false)} />
      </Suspense>
    )
  );
}
