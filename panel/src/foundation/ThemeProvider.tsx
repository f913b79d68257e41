import { MantineProvider } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { colorSchemeManager } from './color-scheme.ts';
import './fonts.css';
import './mantine.css';
import './theme.css';
import './controls.css';
import { cssVariables, theme } from './theme.ts';

type BrandToken = 'accent' | 'accent-hover' | 'accent-ink' | 'accent-soft' | 'accent-line' | 'sel' | 'ring';

export interface ThemeProviderProps {
  /** White-label hosts: the light scheme whatever is stored. Their shell hides the switch. */
  forceLight?: boolean;
  /** What a brand may replace; the signals stay. */
  brandColors?: Partial<Record<BrandToken, string>>;
  children: ReactNode;
}

export function ThemeProvider({ forceLight = false, brandColors, children }: ThemeProviderProps) {
  const [manager] = useState(colorSchemeManager);
  useEffect(() => {
    const style = document.documentElement.style;
    const entries = Object.entries(brandColors ?? {});
    for (const [token, color] of entries) style.setProperty(`--${token}`, color);
    return () => {
      for (const [token] of entries) style.removeProperty(`--${token}`);
    };
  }, [brandColors]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={manager}
      defaultColorScheme="dark"
      {...(forceLight ? { forceColorScheme: 'light' as const } : {})}
    >
      {children}
    </MantineProvider>
  );
}
