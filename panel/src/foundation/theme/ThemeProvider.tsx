import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { colorSchemeManager } from './color-scheme.ts';
import './fonts.css';
import './mantine.css';
import './theme-variables.css';
import './theme.css';
import './reading.css';
import './tones.css';
import './menus.css';
import './controls.css';
import '../../../../packages/pages/src/forced-colors.css';
import { theme } from './theme.ts';

interface ThemeProviderProps {
  /**
   * True on white-label hosts, which always use the light scheme. The stored choice stays
   * unchanged, and the shell hides the scheme switch.
   */
  forceLight?: boolean;
  children: ReactNode;
}

export function ThemeProvider({ forceLight = false, children }: ThemeProviderProps) {
  const [manager] = useState(colorSchemeManager);
  return (
    <MantineProvider
      theme={theme}
      // Mantine must not create its variables, because theme-variables.css contains them.
      withCssVariables={false}
      colorSchemeManager={manager}
      defaultColorScheme="dark"
      {...(forceLight ? { forceColorScheme: 'light' as const } : {})}
    >
      {children}
    </MantineProvider>
  );
}
