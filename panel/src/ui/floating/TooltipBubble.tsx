import { type FloatingPosition, Tooltip } from '@mantine/core';
import { useAfterMount } from '../../foundation/use-after-mount.ts';

export interface TooltipBubbleProps {
  /** Its `data-tooltip` is the text, its `data-tooltip-side` where it stands; without one, above. */
  target: HTMLElement;
}

export function TooltipBubble({ target }: TooltipBubbleProps) {
  const { tooltip, tooltipSide = 'top' } = target.dataset;
  return (
    <Tooltip
      target={target}
      label={tooltip}
      position={tooltipSide as FloatingPosition}
      opened={useAfterMount(true)}
    />
  );
}
