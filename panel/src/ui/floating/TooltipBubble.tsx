import { type FloatingPosition, Text, Tooltip } from '@mantine/core';
import { useAfterMount } from '../../foundation/use-after-mount.ts';

export interface TooltipBubbleProps {
  /**
   * Element with the text in `data-tooltip` and the side in `data-tooltip-side`. Without a side the
   * bubble is above it. The first of several lines is a title.
   */
  target: HTMLElement;
}

export function TooltipBubble({ target }: TooltipBubbleProps) {
  const { tooltip, tooltipSide = 'top' } = target.dataset;
  const [title, ...lines] = tooltip?.split('\n') ?? [];
  return (
    <Tooltip
      target={target}
      label={
        lines.length === 0 ? (
          title
        ) : (
          <>
            <Text component="b" inherit display="block" fw={600}>
              {title}
            </Text>
            {lines.join('\n')}
          </>
        )
      }
      position={tooltipSide as FloatingPosition}
      opened={useAfterMount(true)}
    />
  );
}
