import {
  IconArrowBackUp,
  IconBell,
  IconBrandWhatsapp,
  IconCalendarPlus,
  IconClock12,
  IconCoin,
  IconCopy,
  IconDeviceRemote,
  IconDeviceTv,
  IconDeviceTvOld,
  IconDots,
  IconEdit,
  IconHeartHandshake,
  IconHistory,
  IconHomeExclamation,
  IconKey,
  IconLink,
  IconNote,
  IconPackage,
  IconPower,
  IconQrcode,
  IconRefreshDot,
  IconRestore,
  IconRotate2,
  IconTransfer,
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react';
import { namedApps } from '@ramal/contract/rules/named-apps';
import { ROLLBACK_DAYS } from '@ramal/contract/rules/terms';
import { copyText } from '../../../../packages/pages/src/clipboard.ts';
import { formatDayMonth } from '../../foundation/dates.ts';
import { formatMoney } from '../../foundation/numbers.ts';
import type { RowAction, Submenu } from '../../ui/table/columns.ts';
import type { ToastOptions } from '../../ui/toasts.tsx';
import type { Line } from '../line.ts';
import { availableActions } from '../available-actions.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import { toAccess, shortText } from '../receipt/receipt-text.ts';
import type { LineActions } from '../dialogs/use-line-actions.tsx';

export const deletedLineActions = (acts: LineActions): RowAction<Line>[] => [
  {
    key: 'restore',
    label: 'Restaurar',
    name: 'Restaurar linha',
    icon: IconRestore,
    slot: 'row',
    look: 'accent',
    run: acts.restore,
  },
];

interface LineActionsInput {
  platform: LinePlatform;
  acts: LineActions;
  now: Date;
  toast: (options: ToastOptions) => void;
}

/**
 * Returns the actions of a line. The row shows +30 or «Ativar», «Enviar» and the menu button ⋯. The
 * menu has four groups: time and state; edit and links; migrate, sync and roll back; «Deletar».
 */
export const lineActions = (input: LineActionsInput): RowAction<Line>[] => [
  ...shownActions(input),
  ...timeActions(input),
  ...editActions(input),
  ...watchingActions(input),
  ...backActions(input),
  deleteAction(input.acts),
];

/**
 * Submenu for less frequent actions, and for the parts of «Editar» that a P2P line offers
 * separately.
 */
const additions: Submenu = { label: 'Mais ações', icon: IconDots };
const migrations: Submenu = { label: 'Migrar', icon: IconTransfer };
const applications: Submenu = { label: 'Ativar aplicativo', icon: IconDeviceRemote };

const sendWord = (line: Line, now: Date) => (line.expiresAt <= now ? 'Cobrar' : 'Enviar');

/**
 * Actions outside the menu, in the row or on the card. If the line is expired, «Enviar» sends the
 * text for charges (Q-TEXTS).
 */
const shownActions = ({ acts, now, toast }: LineActionsInput): RowAction<Line>[] => [
  {
    key: 'renew',
    label: '+30',
    name: 'Mais 30 dias',
    slot: 'row',
    look: 'accent',
    shortcut: 'r',
    available: (line) => availableActions(line, now).renew,
    run: acts.renew,
  },
  {
    key: 'promote-row',
    label: 'Ativar',
    name: 'Ativar como oficial',
    slot: 'row',
    look: 'accent',
    available: (line) => acts.sells && availableActions(line, now).promote,
    run: (line) => acts.dialogs.open({ kind: 'promote', line }),
  },
  {
    key: 'send',
    label: (line) => sendWord(line, now),
    name: (line) => `${sendWord(line, now)} no WhatsApp`,
    icon: IconBrandWhatsapp,
    slot: 'row',
    iconOnly: 'table',
    look: 'whatsapp',
    run: acts.send,
  },
  {
    key: 'copy',
    label: 'Copiar',
    name: 'Copiar usuário e senha',
    icon: IconCopy,
    slot: 'card',
    iconOnly: true,
    run: (line) =>
      void copyText(shortText(toAccess(line))).then((copied) => {
        if (copied) toast({ title: 'Usuário e senha copiados', text: line.username });
      }),
  },
];

const timeActions = ({ acts, now }: LineActionsInput): RowAction<Line>[] => [
  {
    key: 'toggle',
    label: 'On/Off',
    icon: IconPower,
    group: 'time',
    tile: true,
    hint: (line) => (line.status === 'Desativado' ? 'desligado' : 'ligado'),
    run: acts.toggle,
  },
  {
    key: 'extend',
    label: 'Estender',
    icon: IconCalendarPlus,
    group: 'time',
    tile: true,
    tileLook: 'accent',
    available: (line) => availableActions(line, now).renew,
    run: (line) => acts.dialogs.open({ kind: 'extend', line }),
  },
  {
    key: 'promote',
    label: 'Ativar como oficial',
    icon: IconUserCheck,
    group: 'time',
    tile: true,
    tileLook: 'accent',
    available: (line) => acts.sells && availableActions(line, now).promote,
    run: (line) => acts.dialogs.open({ kind: 'promote', line }),
  },
  {
    key: 'end-of-day',
    label: 'Vencimento p/23:59',
    icon: IconClock12,
    group: 'time',
    hint: (line) => formatDayMonth(line.expiresAt),
    available: (line) => availableActions(line, now).endOfDay,
    run: acts.endOfDay,
  },
  {
    key: 'trust',
    label: 'Confiança ao cliente (Adicionar 48 Horas)',
    icon: IconHeartHandshake,
    group: 'time',
    available: (line) => availableActions(line, now).trust,
    run: acts.trust,
  },
];

/** Actions that edit the data of the line and show its links. */
const editActions = (input: LineActionsInput): RowAction<Line>[] => [
  {
    key: 'edit',
    label: 'Editar',
    icon: IconEdit,
    group: 'edit',
    tile: true,
    available: () => input.platform.edits.edit !== undefined,
    run: (line) => input.acts.dialogs.open({ kind: 'edit', line }),
  },
  {
    key: 'links',
    label: 'Links',
    icon: IconLink,
    group: 'edit',
    tile: true,
    run: (line) => input.acts.dialogs.open({ kind: 'receipt', line }),
  },
  {
    key: 'renewal-link',
    label: 'Link de renovação',
    icon: IconQrcode,
    group: 'edit',
    submenu: additions,
    available: (line) => input.acts.sells && availableActions(line, input.now).renew,
    run: (line) => input.acts.dialogs.open({ kind: 'renewal-link', line }),
  },
  {
    key: 'reminders',
    label: 'Lembretes',
    icon: IconBell,
    group: 'edit',
    submenu: additions,
    available: (line) => input.acts.isOwn(line) && !line.isTrial,
    run: (line) => input.acts.dialogs.open({ kind: 'reminders', line }),
  },
  {
    key: 'price',
    label: 'Preço do cliente',
    icon: IconCoin,
    group: 'edit',
    submenu: additions,
    hint: ({ priceCents }) => (priceCents ? formatMoney(priceCents / 100) : undefined),
    available: (line) => input.acts.isOwn(line) && !line.isTrial,
    run: (line) => input.acts.dialogs.open({ kind: 'price', line }),
  },
  {
    key: 'paid',
    label: ({ paid }) => (paid ? 'Marcar em aberto' : 'Marcar como pago'),
    icon: IconCoin,
    group: 'edit',
    submenu: additions,
    available: ({ paid }) => paid !== undefined,
    run: (line) => input.acts.markPaid(line, line.paid !== true),
  },
  ...productActions(input),
];

/**
 * Actions that change the product of a line. On P2P lines, note and package are changed by separate
 * actions.
 */
const productActions = ({ platform: { edits }, acts }: LineActionsInput): RowAction<Line>[] => [
  {
    key: 'edit-note',
    label: 'Editar Nota',
    icon: IconNote,
    group: 'edit',
    submenu: additions,
    available: () => edits.note !== undefined,
    run: (line) => acts.dialogs.open({ kind: 'note', line }),
  },
  {
    key: 'edit-package',
    label: 'Editar Pacote',
    icon: IconPackage,
    group: 'edit',
    submenu: additions,
    available: () => edits.package !== undefined,
    run: (line) => acts.dialogs.open({ kind: 'package', line }),
  },
];

/**
 * Actions about viewing: the history of the line, its current viewers, and a new password that
 * locks out other viewers.
 */
const watchingActions = ({
  platform: { definition },
  acts,
  now,
}: LineActionsInput): RowAction<Line>[] => [
  {
    key: 'history',
    label: 'Histórico',
    icon: IconHistory,
    group: 'edit',
    submenu: additions,
    run: (line) => acts.dialogs.open({ kind: 'history', line }),
  },
  {
    key: 'watching',
    label: 'Quem assiste',
    icon: IconDeviceTv,
    group: 'edit',
    submenu: additions,
    available: () => definition.plays,
    run: (line) => acts.dialogs.open({ kind: 'watching', line }),
  },
  {
    key: 'boxes',
    label: 'Caixas',
    icon: IconDeviceTvOld,
    group: 'edit',
    submenu: additions,
    available: () => definition.plays,
    run: (line) => acts.dialogs.open({ kind: 'boxes', line }),
  },
  {
    key: 'abuse',
    label: 'Detalhes do abuso',
    icon: IconHomeExclamation,
    group: 'edit',
    submenu: additions,
    available: (line) => line.abuse !== undefined,
    run: (line) => acts.dialogs.open({ kind: 'abuse', line }),
  },
  {
    key: 'password',
    label: 'Nova senha',
    icon: IconKey,
    group: 'edit',
    submenu: additions,
    available: (line) => availableActions(line, now).newPassword,
    run: acts.newPassword,
  },
];

/**
 * Actions that migrate the line, create it on the server again, synchronise it, activate an app or
 * roll the expiry back.
 */
const backActions = ({
  platform: { actions: calls, apps = [] },
  acts,
  now,
}: LineActionsInput): RowAction<Line>[] => [
  ...acts.migrations.map(({ label, dialog: window, to }): RowAction<Line> => ({
    key: window,
    label,
    name: `Migrar para ${to.label}`,
    icon: IconTransfer,
    group: 'back',
    submenu: migrations,
    available: (line) => availableActions(line, now).migrate,
    run: (line) => acts.dialogs.open({ kind: window, line }),
  })),
  {
    key: 'recreate',
    label: 'Recriar Linha',
    icon: IconRotate2,
    group: 'back',
    run: acts.recreate,
  },
  {
    key: 'sync',
    label: 'Sincronizar Linha',
    icon: IconRefreshDot,
    group: 'back',
    available: () => calls.sync !== undefined,
    run: acts.sync,
  },
  ...apps.map((app): RowAction<Line> => ({
    key: app,
    label: `Ativar ${namedApps[app]}`,
    icon: IconDeviceRemote,
    group: 'back',
    submenu: applications,
    run: (line) => acts.dialogs.open({ kind: app, line }),
  })),
  {
    key: 'roll-back',
    label: 'Retroceder vencimento',
    icon: IconArrowBackUp,
    group: 'back',
    hint: () => `até ${ROLLBACK_DAYS} dias`,
    available: (line) => availableActions(line, now).rollBack,
    run: (line) => acts.dialogs.open({ kind: 'roll-back', line }),
  },
];

const deleteAction = (acts: LineActions): RowAction<Line> => ({
  key: 'delete',
  label: 'Deletar',
  icon: IconTrash,
  group: 'delete',
  tone: 'danger',
  run: acts.remove,
});
