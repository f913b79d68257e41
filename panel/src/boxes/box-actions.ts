/** Actions on a box: in the table row, on the card and in the menu. */
import type { Box } from '@ramal/contract/boxes/boxes';
import {
  IconArrowsExchange,
  IconBan,
  IconBrandWhatsapp,
  IconDeviceTv,
  IconHistory,
  IconHome,
  IconList,
  IconLockOpen,
  IconMail,
  IconReload,
  IconReplace,
  IconRotateClockwise,
  IconShieldLock,
  IconTrash,
} from '@tabler/icons-react';
import type { RowAction } from '../ui/table/columns.ts';
import { isRunning } from './box-words.ts';
import type { BoxActions } from './use-box-actions.tsx';

interface BoxActionsInput {
  readonly acts: BoxActions;
  readonly open: (
    dialog: 'message' | 'replace' | 'move' | 'channel' | 'room' | 'history',
    id: number,
  ) => void;
  /** Opens the list of lines with the receipt of the box's line. */
  readonly openLine: (box: Box) => void;
}

const isForeign = ({ state }: Box): boolean => state === 'other-device';

/** Actions that are shown as buttons on a card, depending on the state of the box. */
const cardActions = ({ acts, open, openLine }: BoxActionsInput): RowAction<Box>[] => [
  {
    key: 'accept-card',
    label: 'Aceitar o novo',
    slot: 'card',
    available: isForeign,
    run: acts.accept,
  },
  {
    key: 'block-card',
    label: 'Bloquear',
    slot: 'card',
    available: isForeign,
    run: acts.toggleBlock,
  },
  {
    key: 'charge',
    label: 'Cobrar',
    icon: IconBrandWhatsapp,
    look: 'whatsapp',
    slot: 'card',
    available: ({ state, iptv }) => state !== 'other-device' && iptv.state === 'expired',
    run: openLine,
  },
  {
    key: 'message-card',
    label: 'Mensagem',
    slot: 'card',
    available: ({ state }) => state !== 'other-device' && state !== 'blocked',
    run: ({ id }) => open('message', id),
  },
  {
    key: 'restart-card',
    label: 'Reiniciar',
    slot: 'card',
    available: ({ state }) => state === 'on',
    run: acts.restart,
  },
  {
    key: 'replace-card',
    label: 'Trocar',
    slot: 'card',
    available: ({ state, iptv }) => state !== 'other-device' && iptv.state !== 'expired',
    run: ({ id }) => open('replace', id),
  },
];

const orders = ({ acts, open }: BoxActionsInput): RowAction<Box>[] => [
  {
    key: 'message',
    label: 'Mensagem',
    icon: IconMail,
    slot: 'table',
    iconOnly: true,
    group: 'orders',
    run: ({ id }) => open('message', id),
  },
  {
    key: 'restart',
    label: 'Reiniciar',
    icon: IconRotateClockwise,
    slot: 'table',
    iconOnly: true,
    group: 'orders',
    hint: () => 'corta a imagem',
    available: isRunning,
    run: acts.restart,
  },
  {
    key: 'reload',
    label: 'Recarregar o portal',
    icon: IconReload,
    group: 'orders',
    available: isRunning,
    run: acts.reload,
  },
  {
    key: 'channel',
    label: 'Ir para um canal',
    icon: IconDeviceTv,
    group: 'orders',
    available: ({ state }) => state === 'on',
    run: ({ id }) => open('channel', id),
  },
];

export const boxActions = (input: BoxActionsInput): RowAction<Box>[] => [
  ...cardActions(input),
  ...orders(input),
  {
    key: 'accept',
    label: 'Aceitar o novo',
    icon: IconShieldLock,
    group: 'box',
    available: isForeign,
    run: input.acts.accept,
  },
  {
    key: 'replace',
    label: 'Trocar a caixa',
    icon: IconReplace,
    slot: 'table',
    iconOnly: true,
    group: 'box',
    run: ({ id }) => input.open('replace', id),
  },
  {
    key: 'move',
    label: 'Mudar de linha',
    icon: IconArrowsExchange,
    group: 'box',
    run: ({ id }) => input.open('move', id),
  },
  {
    key: 'release',
    label: 'Soltar o número de série',
    icon: IconLockOpen,
    group: 'box',
    available: ({ isPinned }) => isPinned,
    run: input.acts.release,
  },
  {
    key: 'block',
    label: ({ state }) => (state === 'blocked' ? 'Desbloquear' : 'Bloquear'),
    icon: IconBan,
    group: 'box',
    run: input.acts.toggleBlock,
  },
  {
    key: 'room',
    label: 'Mudar o cômodo',
    icon: IconHome,
    group: 'box',
    run: ({ id }) => input.open('room', id),
  },
  { key: 'line', label: 'Ver linha', icon: IconList, group: 'box', run: input.openLine },
  {
    key: 'history',
    label: 'Histórico',
    icon: IconHistory,
    group: 'box',
    run: ({ id }) => input.open('history', id),
  },
  {
    key: 'remove',
    label: 'Remover',
    icon: IconTrash,
    group: 'remove',
    tone: 'danger',
    run: input.acts.remove,
  },
];
