import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

export type ColorScheme = 'light' | 'dark';

/** Key that early.ts reads too, before the first paint. */
const key = 'ramal.tema';

/** Returns the stored choice, or dark if nothing valid is stored. */
function storedColorScheme(): ColorScheme {
  try {
    return localStorage.getItem(key) === 'light' ? 'light' : 'dark';
  } catch {
    return 'dark';
  }
}

/**
 * Background colours of the page from theme.css. The browser uses them for its own bars around the
 * page.
 */
const grounds: Record<ColorScheme, string> = { light: '#f6f6f8', dark: '#0b0c0f' };

export function showThemeColor(scheme: ColorScheme): void {
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', grounds[scheme]);
}

function storeColorScheme(scheme: MantineColorScheme): void {
  showThemeColor(scheme === 'light' ? 'light' : 'dark');
  try {
    localStorage.setItem(key, scheme === 'light' ? 'light' : 'dark');
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

/** Connects Mantine to the stored scheme and follows changes made in another tab. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined;
  const unsubscribe = () => {
    if (listener) window.removeEventListener('storage', listener);
    listener = undefined;
  };
  return {
    get: storedColorScheme,
    set: storeColorScheme,
    subscribe: (onUpdate) => {
      unsubscribe();
      listener = (event) => {
        if (event.key === key) onUpdate(storedColorScheme());
      };
      window.addEventListener('storage', listener);
    },
    unsubscribe,
    clear: () => {
      try {
        localStorage.removeItem(key);
      } catch {
        // The storage is blocked, so nothing was stored.
      }
    },
  };
}
