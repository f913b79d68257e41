/** Dialog for the accent colour of the sales page. The form stores the colour with the rest. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { AccentField, isColor } from '../../settings/brands/AccentField.tsx';
import { DEFAULT_ACCENT } from '../../settings/brands/brand-values.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';

interface ColorDialogProps {
  readonly accent: string | null;
  readonly onChoose: (accent: string | null) => void;
  readonly onClose: () => void;
}

export function ColorDialog({ accent, onChoose, onClose }: ColorDialogProps) {
  const [typed, setTyped] = useState(accent ?? DEFAULT_ACCENT);
  const choose = (chosen: string | null) => {
    onChoose(chosen);
    onClose();
  };
  return (
    <Dialog
      title="Cor da página"
      subtitle="Com marca própria, vale a cor da marca."
      onClose={onClose}
      footer={
        <Group gap="sm" justify="flex-end">
          <Button variant="default" size="md" onClick={() => choose(null)}>
            Usar a da casa
          </Button>
          <Button size="md" disabled={!isColor(typed)} onClick={() => choose(typed.toLowerCase())}>
            Usar esta cor
          </Button>
        </Group>
      }
    >
      <AccentField
        value={typed}
        error={undefined}
        onChange={(next) =>
          setTyped(typeof next === 'string' ? next : (next?.currentTarget.value ?? ''))
        }
      />
    </Dialog>
  );
}
