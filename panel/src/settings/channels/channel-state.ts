import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getChannels } from '@ramal/contract/messaging';
import { formatDateTime } from '../../foundation/dates.ts';

export type ChannelState = Omit<ResponseOf<typeof getChannels>, 'franchises'>;

interface Health {
  readonly lastSentAtTimestamp: number | null;
}

export const formatMoment = (seconds: number): string => formatDateTime(new Date(seconds * 1_000));

export const lastSentText = ({ lastSentAtTimestamp: at }: Health): string =>
  at === null ? 'Nada foi enviado ainda.' : `Última mensagem enviada em ${formatMoment(at)}.`;
