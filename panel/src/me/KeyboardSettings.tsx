/** Shortcuts of this browser. */
import { Switch } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { switchShortcuts, useShortcutsOn } from '../foundation/shortcuts.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { SettingsCard } from './SettingsCard.tsx';

export function KeyboardSettings() {
  const on = useShortcutsOn();
  if (useIsPhone()) return null;
  return (
    <SettingsCard icon={IconKeyboard} title="Teclado">
      <Switch
        label="Atalhos de uma tecla"
        description="Letras que agem sozinhas fora dos campos: / busca, R renova."
        checked={on}
        onChange={(event) => switchShortcuts(event.currentTarget.checked)}
      />
    </SettingsCard>
  );
}
