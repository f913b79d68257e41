import { IconAlertTriangle } from '@tabler/icons-react';
import { Notice } from '../../ui/status/Notice.tsx';
import { formatMoment } from './channel-state.ts';

interface FaultProps {
  readonly channel: {
    readonly fault: string | null;
    readonly faultAtTimestamp: number | null;
  };
}

/**
 * Fault that stops a channel. No message is sent until the fault is repaired, and no message is
 * lost.
 */
export const Fault = ({ channel: { fault, faultAtTimestamp: at } }: FaultProps) =>
  fault === null ? null : (
    <Notice tone="bad" icon={IconAlertTriangle} title={fault}>
      {at !== null && `Desde ${formatMoment(at)}. `}O que espera sai assim que isto for resolvido.
    </Notice>
  );
