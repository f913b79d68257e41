/** The state of a device in words, and its badge. */
import type { Device } from '@ramal/contract/devices';
import type { LinePlayState } from '@ramal/contract/rules/line-status';
import { formatDate, formatDateTime, relativeWord } from '../foundation/dates.ts';
import { StatusBadge, type Tone } from '../ui/status/StatusBadge.tsx';

const at = (seconds: number): Date => new Date(seconds * 1000);

interface DeviceStatus {
  readonly tone: Tone;
  readonly label: string;
  readonly text: string;
}

export function deviceStatus(
  { waitsUntilTimestamp: waits, lastAskedTimestamp: lastAsked, idDevice: id }: Device,
  now: Date,
): DeviceStatus {
  if (waits !== null && at(waits) > now)
    return {
      tone: 'warn',
      label: 'Aguardando',
      text: `Aguardando o aparelho até ${formatDate(at(waits))}: o primeiro que perguntar com este MAC fica com ele.`,
    };
  if (waits !== null)
    return {
      tone: 'bad',
      label: 'Espera vencida',
      text: 'Nenhum aparelho perguntou em 7 dias. Resete o MAC para esperar de novo.',
    };
  if (lastAsked === null)
    return {
      tone: 'test',
      label: 'Com ID',
      text: `Só o aparelho com o ID ${id} recebe a linha; ele ainda não perguntou.`,
    };
  return {
    tone: 'ok',
    label: 'Em uso',
    text: `Perguntou por último ${relativeWord(at(lastAsked), now)}, em ${formatDateTime(at(lastAsked))}.`,
  };
}

export function DeviceBadge({ device, now }: { device: Device; now: Date }) {
  const { tone, label } = deviceStatus(device, now);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** Texts for the states of a line in which the device cannot play. */
export const lineStateLabels: Record<LinePlayState, string> = {
  active: '',
  expired: 'vencida',
  disabled: 'desligada',
  blocked: 'bloqueada',
};
