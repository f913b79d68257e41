import { type FloatingPosition, Tooltip } from '@mantine/core';
import { useAfterMount } from '../../foundation/use-after-mount.ts';

export interface HintBubbleProps {
  /** Its `data-hint` is the text, its `data-hint-side` where it stands; without one, above. */
  target: HTMLElement;
}

export function HintBubble({ target }: HintBubbleProps) {
  const { hint, hintSide = 'top' } = target.dataset;
  return (
    <Tooltip
      target={target}
      label={hint}
      position={hintSide as FloatingPosition}
      opened={useAfterMount(true)}
    />
  );
}
