import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useCopied } from './use-copied.ts';
import classes from './CopyButton.module.css';

interface CopyButtonProps {
  text: string;
  label?: string;
  icon?: Icon;
  size?: 'xs' | 'sm' | 'md' | 'lg';
  fullWidth?: boolean;
  /** True for the main action of its screen. */
  main?: boolean;
}

/**
 * Button that shows «Copiar», and «Copiado» for two seconds after a press. Its width does not
 * change.
 */
export function CopyButton({
  text,
  label = 'Copiar',
  icon: CopyIcon = IconCopy,
  size = 'sm',
  fullWidth = false,
  main = false,
}: CopyButtonProps) {
  const [copied, copy] = useCopied();
  const glyph = { size: size === 'lg' ? 20 : 17, stroke: 1.75, 'aria-hidden': true };
  return (
    <Button
      variant={main ? 'filled' : 'default'}
      size={size}
      fullWidth={fullWidth}
      className={classes.root}
      data-copied={copied || undefined}
      onClick={() => copy(text)}
    >
      <span className={classes.faces} aria-live="polite">
        <span data-shown={!copied || undefined}>
          <CopyIcon {...glyph} />
          {label}
        </span>
        <span data-shown={copied || undefined}>
          <IconCheck {...glyph} />
          Copiado
        </span>
      </span>
    </Button>
  );
}
