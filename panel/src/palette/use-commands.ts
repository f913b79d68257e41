/** Acts of the palette without an object: «tema escuro», «tema claro», «sair». */
import { useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useBrand } from '../brand/brand.tsx';
import { signOutHere } from '../sessions/sign-out.ts';
import { folded } from './matches.ts';
import type { Offer } from './palette-items.ts';

/** A shorter text is more often the beginning of a name. */
const MIN_LENGTH = 4;

export function useCommands(typed: string, onClose: () => void): Offer[] {
  const { setColorScheme } = useMantineColorScheme();
  const { forceLight } = useBrand();
  if (typed.length < MIN_LENGTH) return [];
  const themes = [
    { title: 'Tema escuro', icon: IconMoon, act: () => setColorScheme('dark') },
    { title: 'Tema claro', icon: IconSun, act: () => setColorScheme('light') },
  ];
  const leave = { title: 'Sair', icon: IconLogout, act: () => void signOutHere() };
  return [...(forceLight ? [] : themes), leave]
    .filter(({ title }) => folded(title).startsWith(folded(typed)))
    .map(({ title, icon, act }) => ({
      key: `command-${title}`,
      icon,
      title,
      run: () => {
        onClose();
        act();
      },
    }));
}
