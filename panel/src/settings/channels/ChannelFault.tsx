import { IconAlertTriangle } from '@tabler/icons-react';
import { Notice } from '../../ui/status/Notice.tsx';
import { formatMoment } from './channel-state.ts';

interface ChannelFaultProps {
  readonly channel: {
    readonly fault: string | null;
    readonly faultAtTimestamp: number | null;
  };
}

/**
 * Fault that stops a channel. No message is sent until the fault is repaired, and no message is
 * lost.
 */
export const ChannelFault = ({ channel: { fault, faultAtTimestamp: at } }: ChannelFaultProps) =>
  fault === null ? null : (
    <Notice tone="bad" icon={IconAlertTriangle} title={fault}>
      {at !== null && `Desde ${formatMoment(at)}. `}O que espera sai assim que isto for resolvido.
    </Notice>
  );
