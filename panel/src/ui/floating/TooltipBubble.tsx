import { type FloatingPosition, Text, Tooltip } from '@mantine/core';
import { useAfterMount } from '../../foundation/use-after-mount.ts';

export interface TooltipBubbleProps {
  /**
   * Element to which the bubble belongs. `data-tooltip` contains the text, and `data-tooltip-side`
   * the side of the element. Without a side the bubble is above the element. If the text has
   * several text lines, the first one is a title.
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
