import { IconAlertTriangle } from '@tabler/icons-react';
import { Notice } from '../../ui/status/Notice.tsx';
import { momentOf } from './channel-state.ts';

interface FaultProps {
  readonly channel: {
    readonly fault: string | null;
    readonly fault_at_timestamp: number | null;
  };
}

/**
 * Fault that stops a channel. No message is sent until the fault is repaired, and no message is
 * lost.
 */
export const Fault = ({ channel: { fault, fault_at_timestamp: at } }: FaultProps) =>
  fault === null ? null : (
    <Notice tone="bad" icon={IconAlertTriangle} title={fault}>
      {at !== null && `Desde ${momentOf(at)}. `}O que espera sai assim que isto for resolvido.
    </Notice>
  );
