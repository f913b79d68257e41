/** Columns and row actions of the two lists about abuse. */
import { IconChecks, IconHomeExclamation, IconLock, IconLockOpen } from '@tabler/icons-react';
import type { Line } from '../lines/line.ts';
import type { LinePlatform } from '../lines/platforms/platform.ts';
import type { LineDialogsState } from '../lines/dialogs/line-dialogs-state.ts';
import type { Column, RowAction } from '../ui/table/columns.ts';
import classes from './abuse-list.module.css';
import type { AbuseTab } from './abuse-tabs.ts';
import type { AbuseActions } from './use-abuse-actions.ts';
import { LineName, LinePassword, ShortText } from '../lines/list/LineCells.tsx';

/** Columns of the lists of suspects and of blocked lines (S-IPTVLIST-48 to -51). */
export const abuseColumns = (platform: LinePlatform): Column<Line>[] => [
  {
    key: 'username',
    header: platform.words.name,
    card: 'identity',
    cell: (line) => <LineName line={line} />,
    title: (line) => line.username,
  },
  {
    key: 'password',
    header: 'Senha',
    cell: (line) => <LinePassword line={line} />,
  },
  {
    key: 'owner',
    header: 'Revenda',
    sort: 'reseller',
    cell: (line) => <ShortText>{line.ownerName}</ShortText>,
    title: (line) => line.ownerName,
  },
  {
    key: 'reasons',
    header: 'Razão',
    sort: 'abuse_reasons',
    fill: true,
    card: 'note',
    cell: (line) => <span className={classes.reason}>{line.abuse?.reasons}</span>,
    cardCell: (line) => (
      <span className={classes.reason} data-card>
        {line.abuse?.reasons}
      </span>
    ),
    title: (line) => line.abuse?.reasons,
  },
];

/** Row actions of the lists of suspects and of blocked lines (S-IPTVLIST-52, -53, S-IPTVADM-06). */
export function abuseActions(
  kind: AbuseTab,
  acts: AbuseActions,
  dialogs: LineDialogsState,
): RowAction<Line>[] {
  const details: RowAction<Line> = {
    key: 'abuse',
    label: 'Detalhes',
    name: 'Detalhes do abuso',
    icon: IconHomeExclamation,
    slot: 'row',
    run: (line) => dialogs.open({ kind: 'abuse', line }),
  };
  if (kind === 'blocked') {
    return [
      details,
      {
        key: 'unblock',
        label: 'Desbloquear Usuário',
        icon: IconLockOpen,
        slot: 'row',
        look: 'accent',
        available: acts.frees,
        run: (line) => void acts.unblock(line),
      },
    ];
  }
  return [
    details,
    {
      key: 'dismiss',
      label: 'Descartar',
      name: 'Descartar suspeita',
      icon: IconChecks,
      slot: 'row',
      run: (line) => void acts.dismiss(line),
    },
    {
      key: 'block',
      label: 'Bloquear',
      name: 'Bloquear por abuso',
      icon: IconLock,
      slot: 'row',
      tone: 'danger',
      run: (line) => void acts.block(line),
    },
  ];
}
