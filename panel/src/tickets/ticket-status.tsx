import { type TicketStatus, statusLabels } from '@ramal/contract/rules/tickets';
import { StatusBadge, type Tone } from '../ui/status/StatusBadge.tsx';

const tones: Record<TicketStatus, Tone> = { 0: 'off', 2: 'test', 3: 'ok', 1: 'off' };

export const TicketBadge = ({ status }: { status: TicketStatus }) => (
  <StatusBadge tone={tones[status]} ring={status === 0}>
    {statusLabels[status]}
  </StatusBadge>
);
