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
 * Shows the fault that stops a channel. Messages wait until the fault is repaired, so no message is
 * lost.
 */
export const ChannelFault = ({ channel: { fault, faultAtTimestamp: at } }: ChannelFaultProps) =>
  fault === null ? null : (
    <Notice tone="bad" icon={IconAlertTriangle} title={fault}>
      {at !== null && `Desde ${formatMoment(at)}. `}O que espera sai assim que isto for resolvido.
    </Notice>
  );
