/**
 * Confirmations before a line is blocked for abuse, unblocked, or cleared of the suspicion (T-08,
 * T-14).
 */
import {
  IconChecks,
  IconCoins,
  IconDeviceTv,
  IconHistory,
  IconKey,
  IconLock,
  IconLockOpen,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { formatDateTime } from '../foundation/dates.ts';
import { rich } from '../ui/rich-text.tsx';
import {
  type LineContext,
  noCreditsFact,
  lineSubject,
  type LineConfirmation,
} from '../lines/dialogs/line-confirmations.tsx';

export const blockConfirmation = ({ line }: LineContext): LineConfirmation => ({
  title: 'Bloquear este usuário por abuso?',
  tone: 'danger',
  icon: IconLock,
  object: lineSubject(line),
  facts: [
    {
      icon: IconPlugConnectedX,
      tone: 'bad',
      text: 'Para de tocar **em segundos**, em todos os aparelhos que usam esta linha.',
    },
    {
      icon: IconCoins,
      text: 'O tempo continua contando e nenhum crédito é debitado nem devolvido.',
    },
    {
      icon: IconLockOpen,
      tone: 'ok',
      text: `${line.ownerName} ou a administração desbloqueia, com uma senha nova.`,
    },
  ],
  hint: 'Foi engano? Descarte a suspeita.',
  confirmLabel: 'Sim, bloquear',
});

export const dismissConfirmation = ({ line }: LineContext): LineConfirmation => ({
  title: 'Descartar a suspeita?',
  icon: IconChecks,
  object: lineSubject(line),
  facts: [
    { icon: IconDeviceTv, tone: 'ok', text: 'A linha continua tocando, sem a marca de suspeita.' },
    {
      icon: IconHistory,
      text: 'Os acessos de até agora não contam mais; acessos novos podem levantar outra suspeita.',
    },
  ],
  confirmLabel: 'Sim, descartar',
});

export function unblockConfirmation({ line, now }: LineContext): LineConfirmation {
  const expired = line.expiresAt <= now;
  const waitsFor = expired ? 'renovada' : line.status === 'Desativado' && 'ligada';
  return {
    title: 'Desbloquear este usuário?',
    icon: IconLockOpen,
    object: lineSubject(line),
    facts: [
      {
        icon: IconKey,
        tone: 'warn',
        text: '**A senha muda:** a atual deixa de valer, e a nova precisa ser digitada em cada aparelho.',
      },
      waitsFor
        ? {
            icon: IconDeviceTv,
            tone: 'warn',
            text: `${expired ? 'A linha já venceu' : 'A linha está desligada'}: ela só volta a tocar depois de ${waitsFor}.`,
          }
        : {
            icon: IconDeviceTv,
            tone: 'ok',
            text: rich`Volta a tocar **na hora**, até ${formatDateTime(line.expiresAt)}.`,
          },
      noCreditsFact,
    ],
    confirmLabel: 'Sim, desbloquear',
  };
}
