import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

export type ColorScheme = 'light' | 'dark';

/** The same key is read by early.ts before the first paint. */
const key = 'ramal.tema';

/** The stored choice; dark when nothing, or nothing sensible, is stored. */
function storedColorScheme(): ColorScheme {
  try {
    return localStorage.getItem(key) === 'light' ? 'light' : 'dark';
  } catch {
    return 'dark';
  }
}

/** The canvas of theme.css, for what the browser draws around the page. */
const grounds: Record<ColorScheme, string> = { light: '#f6f6f8', dark: '#0b0c0f' };

export function showThemeColor(scheme: ColorScheme): void {
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', grounds[scheme]);
}

function storeColorScheme(scheme: MantineColorScheme): void {
  showThemeColor(scheme === 'light' ? 'light' : 'dark');
  try {
    localStorage.setItem(key, scheme === 'light' ? 'light' : 'dark');
  } catch {
    // Storage withheld: the choice lives as long as the page.
  }
}

/** Mantine's door to the stored flag. A change made in another tab is followed. */
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
        // Nothing was stored.
      }
    },
  };
}
