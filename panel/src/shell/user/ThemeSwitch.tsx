import { useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useId } from 'react';
import type { ColorScheme } from '../../foundation/theme/color-scheme.ts';
import classes from './ThemeSwitch.module.css';

const schemes = [
  { value: 'light', label: 'Tema claro', icon: IconSun },
  { value: 'dark', label: 'Tema escuro', icon: IconMoon },
] as const satisfies readonly { value: ColorScheme; label: string; icon: unknown }[];

/**
 * Switches between the light and the dark scheme. Both options are always visible. color-scheme.ts
 * stores the choice.
 */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = useId();
  return (
    <div className={classes.root} role="radiogroup" aria-label="Tema">
      {schemes.map(({ value, label, icon: SchemeIcon }) => (
        <label key={value} title={label}>
          <input
            type="radio"
            data-covers
            name={name}
            aria-label={label}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <SchemeIcon size={16} stroke={1.75} aria-hidden />
        </label>
      ))}
    </div>
  );
}
