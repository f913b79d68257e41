/** Texts about the sources of channels: quality and state. */
import type {
  ChannelSource,
  ChannelSourcesRow,
  ChannelState,
  channelSourceFilters,
} from '@ramal/contract/catalogue/channel-sources';
import type { Tone } from '../../ui/status/StatusBadge.tsx';

type Quality = Pick<ChannelSourcesRow, 'video' | 'audio' | 'width' | 'height' | 'bitsPerSecond'>;

const rates = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** Formats a bit rate: `5,2 Mb/s` or `640 kb/s`. */
export function formatRate(bitsPerSecond: number): string {
  return bitsPerSecond >= 1_000_000
    ? `${rates.format(bitsPerSecond / 1_000_000)} Mb/s`
    : `${Math.round(bitsPerSecond / 1000)} kb/s`;
}

/** Formats a delay: `120 ms` or `1,4 s`. */
export const formatDelay = (milliseconds: number): string =>
  milliseconds >= 1000 ? `${rates.format(milliseconds / 1000)} s` : `${milliseconds} ms`;

export const formatSize = ({ width, height }: Quality): string =>
  width !== null && height !== null ? `${width} × ${height}` : '';

/** Returns the formats, such as «H.264, AAC». */
export const formatCodecs = ({ video, audio }: Quality): string =>
  [video, audio].filter((name) => name !== '').join(', ');

export const filterLabels: Record<(typeof channelSourceFilters)[number], string> = {
  problem: 'Com problema',
  lost: 'Sem fonte',
  fallback: 'Na reserva',
  unknown: 'Não verificados',
  several: 'Com mais de uma',
};

interface StateText {
  readonly tone: Tone;
  readonly text: string;
}

export const channelTexts: Record<ChannelState, StateText> = {
  ok: { tone: 'ok', text: 'Na primeira' },
  fallback: { tone: 'warn', text: 'Na reserva' },
  partial: { tone: 'warn', text: 'Reserva fora' },
  lost: { tone: 'bad', text: 'Sem fonte' },
  unknown: { tone: 'off', text: 'Não verificada' },
};

export const sourceTexts: Record<ChannelSource['state'], StateText> = {
  ok: { tone: 'ok', text: 'Responde' },
  problem: { tone: 'bad', text: 'Com problema' },
  returning: { tone: 'warn', text: 'Voltando' },
  unknown: { tone: 'off', text: 'Não verificada' },
};
