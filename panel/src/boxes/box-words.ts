/** Texts about a box: its health, its last life sign and its last order. */
import type { Box, BoxOrder, BoxOrderKind } from '@ramal/contract/boxes/boxes';
import { calendarDays, formatTime, relativeWord } from '../foundation/dates.ts';
import type { HealthLook } from '../ui/status/HealthMark.tsx';

const MINUTE_S = 60;

export const atSeconds = (seconds: number): Date => new Date(seconds * 1000);

/** Name of the customer; the user name if the line has no note. */
export const customerName = ({ iptv }: Pick<Box, 'iptv'>): string => iptv.note || iptv.username;

/** Formats a past time: «há 40 s», «há 3 min», «ontem, 23:41». */
export function agoText(seconds: number, now: Date): string {
  const at = atSeconds(seconds);
  const age = Math.floor((now.getTime() - at.getTime()) / 1000);
  if (age < MINUTE_S) return `há ${Math.max(1, age)} s`;
  const word = relativeWord(at, now);
  return calendarDays(at, now) === 0 ? word : `${word}, ${formatTime(at)}`;
}

export interface BoxHealth {
  readonly look: HealthLook;
  readonly label: string;
  readonly note: string;
}

const looks: Record<Box['state'], Pick<BoxHealth, 'look' | 'label'>> = {
  'other-device': { look: 'bad', label: 'Outro aparelho' },
  on: { look: 'ok', label: 'Ligada' },
  expired: { look: 'open', label: 'Linha vencida' },
  off: { look: 'open', label: 'Desligada' },
  never: { look: 'busy', label: 'Nunca ligou' },
  blocked: { look: 'open', label: 'Bloqueada' },
};

export function boxHealth(box: Box, now: Date): BoxHealth {
  const { state, otherDevice, lastSeenTimestamp: seen, createdTimestamp: created } = box;
  if (state === 'other-device' && otherDevice)
    return { ...looks[state], note: `mesmo MAC, ${agoText(otherDevice.seenTimestamp, now)}` };
  if (state === 'never' || seen === null)
    return { ...looks[state], note: `cadastrada ${relativeWord(atSeconds(created), now)}` };
  return { ...looks[state], note: agoText(seen, now) };
}

export const isRunning = ({ state }: Box): boolean =>
  state === 'on' || state === 'expired' || state === 'other-device';

/** «1 de 2 telas», or «1 tela» on a line without a limit. */
export function screensText({ iptv: { screens, screensUsed } }: Box): string {
  if (screens > 0) return `${screensUsed} de ${screens} ${screens === 1 ? 'tela' : 'telas'}`;
  return screensUsed === 1 ? '1 tela' : `${screensUsed} telas`;
}

/** Text of the column «Tela em uso» while the box plays nothing. */
export function idleText({ state }: Box): string {
  if (state === 'on') return 'parada no menu';
  return state === 'expired' ? 'mostra o QR' : '–';
}

/** Status text on the card of a box. */
export function boxSentence(box: Box, now: Date): string {
  const { state, channel, lastSeenTimestamp: seen } = box;
  const ago = seen === null ? '' : agoText(seen, now);
  switch (state) {
    case 'other-device':
      return 'O mesmo MAC com outro número de série';
    case 'on':
      return `ligada, vista ${ago} · ${channel === null ? 'parada no menu' : screensText(box)}`;
    case 'expired':
      return 'ligada, mostra o QR de renovação';
    case 'off':
      return `desligada, vista ${ago}`;
    case 'blocked':
      return 'bloqueada por você';
    case 'never':
      return boxHealth(box, now).note;
  }
}

const orderLabels: Record<BoxOrderKind, string> = {
  message: 'Mensagem',
  restart: 'Reiniciar',
  reload: 'Recarregar',
  channel: 'Ir para um canal',
};

export const historyLabels = {
  ...orderLabels,
  'sign-in': 'Ligou',
  'other-device': 'Outro aparelho com o mesmo MAC',
} as const;

/** «Na fila», «Entregue às 14:34» or «OK na TV às 14:35». */
export function deliveryText({
  deliveredTimestamp: delivered,
  confirmedTimestamp: confirmed,
}: Pick<BoxOrder, 'deliveredTimestamp' | 'confirmedTimestamp'>): string {
  if (confirmed !== null) return `OK na TV às ${formatTime(atSeconds(confirmed))}`;
  return delivered === null ? 'Na fila' : `Entregue às ${formatTime(atSeconds(delivered))}`;
}

/** Time in seconds for which a delivered order stays visible in the list. */
const RECENT_S = 600;

/**
 * Returns the text of the last order. Undefined without an order, and ten minutes after its
 * delivery.
 */
export function orderText({ lastOrder: order }: Box, now: Date): string | undefined {
  if (!order) return undefined;
  const age = now.getTime() / 1000 - (order.deliveredTimestamp ?? order.createdTimestamp);
  if (order.deliveredTimestamp !== null && age > RECENT_S) return undefined;
  return `${orderLabels[order.kind]}: ${deliveryText(order).replace(/^[NE]/, (letter) => letter.toLowerCase())}`;
}
