/** Dialog for the logo and the accent colour of the sales page. The form stores both with the rest. */
import { Button, Group } from '@mantine/core';
import { brandFileUrl } from '@ramal/contract/brands/brand-settings';
import { useState } from 'react';
import { AccentField, isColor } from '../../settings/brands/AccentField.tsx';
import { DEFAULT_ACCENT } from '../../settings/brands/brand-values.ts';
import { PictureField } from '../../settings/brands/PictureField.tsx';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';

export interface PageLook {
  readonly accent: string | null;
  /** Name of the uploaded picture. */
  readonly logo: string | null;
}

interface LookDialogProps {
  readonly look: PageLook;
  readonly onChoose: (look: PageLook) => void;
  readonly onClose: () => void;
}

export function LookDialog({ look, onChoose, onClose }: LookDialogProps) {
  const initial = look.accent ?? DEFAULT_ACCENT;
  const [typed, setTyped] = useState(initial);
  const [logo, setLogo] = useState(look.logo ?? '');
  const choose = (accent: string | null) => {
    onChoose({ accent, logo: logo || null });
    onClose();
  };
  return (
    <Dialog
      title="Logo e cor da página"
      subtitle="Com marca própria, valem o logo e a cor da marca."
      onClose={onClose}
      footer={
        <Group gap="sm" justify="flex-end">
          <Button variant="default" size="md" onClick={() => choose(null)}>
            Usar a cor da casa
          </Button>
          <Button
            size="md"
            disabled={!isColor(typed)}
            onClick={() => choose(typed === initial ? look.accent : typed.toLowerCase())}
          >
            Usar
          </Button>
        </Group>
      }
    >
      <PictureField
        kind="logo"
        label="Logo"
        hint="PNG, JPEG ou WebP"
        shown={<BrandMark size={40} logo={logo ? brandFileUrl(logo) : undefined} />}
        value={logo}
        error={undefined}
        onChange={(next) => setLogo(typeof next === 'string' ? next : '')}
      />
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
