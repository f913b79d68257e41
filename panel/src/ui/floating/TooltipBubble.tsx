import { type FloatingPosition, Tooltip } from '@mantine/core';
import { useAfterMount } from '../../foundation/use-after-mount.ts';

export interface TooltipBubbleProps {
  /**
   * Element with the text in `data-tooltip` and the side in `data-tooltip-side`. Without a side the
   * bubble is above it.
   */
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
