/** Confirmation before a deleted line is restored (T-08, Q-UNDO). */
import { IconDeviceTv, IconHistory, IconRestore } from '@tabler/icons-react';
import { formatDateTime } from '../../foundation/dates.ts';
import { rich } from '../../ui/rich-text.tsx';
import {
  type LineContext,
  noCreditsFact,
  lineSubject,
  type LineConfirmation,
} from './line-confirmations.tsx';

export function restoreConfirmation({ line, now, plays }: LineContext): LineConfirmation {
  const works = plays ? 'tocar' : 'valer';
  const expired = line.expiresAt <= now;
  const waitsFor = expired ? 'renovada' : line.status === 'Desativado' && 'ligada';
  return {
    title: 'Restaurar este usuário?',
    lead: line.deletion && `Dá para restaurar até ${formatDateTime(line.deletion.until)}.`,
    icon: IconRestore,
    object: lineSubject(line),
    facts: [
      waitsFor
        ? {
            icon: IconDeviceTv,
            tone: 'warn',
            text: `${expired ? 'A linha já venceu' : 'A linha estava desligada'}: ela só volta a ${works} depois de ${waitsFor}.`,
          }
        : {
            icon: IconDeviceTv,
            tone: 'ok',
            text: rich`Volta a ${works} **na hora**, até ${formatDateTime(line.expiresAt)}.`,
          },
      {
        icon: IconHistory,
        tone: 'ok',
        text: rich`Volta para **${line.ownerName}** com os mesmos dados de acesso e o histórico.`,
      },
      noCreditsFact,
    ],
    confirmLabel: 'Sim, restaurar',
  };
}
