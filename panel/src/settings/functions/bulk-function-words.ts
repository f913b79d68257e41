/** Texts about functions 6 to 9 for an admin (S-SETTINGS-16 to 19). */
import {
  type BulkFunctionNumber,
  type BulkFunctionRun,
  EXPIRED_DAYS,
} from '@ramal/contract/lines/bulk-functions';
import {
  type Icon,
  IconLock,
  IconLockOpen,
  IconRotate,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react';
import { calendarDays, formatDayMonth, formatTime } from '../../foundation/dates.ts';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import type { Fact } from '../../ui/dialogs/Facts.tsx';

interface BulkFunctionWords {
  readonly name: string;
  /** Description of the lines that the function changes. */
  readonly text: string;
  readonly icon: Icon;
  /** Label of the function's button. It ends with an ellipsis if the function deletes lines. */
  readonly button: string;
  readonly isDeleting: boolean;
  /** Participle after the number of lines: `bloqueado`, `bloqueados`. */
  readonly done: readonly [one: string, many: string];
  readonly undone: readonly [one: string, many: string];
  readonly facts: readonly Fact[];
}

const restorable: Fact = {
  icon: IconRotate,
  text: 'Durante 30 dias dá para desfazer: as linhas voltam com nome, senha e vencimento. Os créditos não voltam.',
};
const soldStays: Fact = {
  icon: IconShieldCheck,
  tone: 'ok',
  text: 'O teste que virar oficial antes da vez dele fica como está.',
};

export const bulkFunctionWords: Readonly<Record<BulkFunctionNumber, BulkFunctionWords>> = {
  6: {
    name: 'Bloquear testes IPTV',
    text: 'Testes que ainda valem e estão ligados',
    icon: IconLock,
    button: 'Bloquear',
    isDeleting: false,
    done: ['bloqueado', 'bloqueados'],
    undone: ['desbloqueado', 'desbloqueados'],
    facts: [
      { icon: IconLock, tone: 'bad', text: 'Quem está vendo por um teste para de ver.' },
      soldStays,
    ],
  },
  7: {
    name: 'Desbloquear testes IPTV',
    text: 'Testes que ainda valem e estão bloqueados hoje',
    icon: IconLockOpen,
    button: 'Desbloquear',
    isDeleting: false,
    done: ['desbloqueado', 'desbloqueados'],
    undone: ['bloqueado', 'bloqueados'],
    facts: [
      {
        icon: IconLockOpen,
        tone: 'warn',
        text: 'Também os que uma revenda desligou, um a um, por conta própria.',
      },
      {
        icon: IconShieldCheck,
        tone: 'ok',
        text: 'O que está bloqueado por abuso continua bloqueado.',
      },
    ],
  },
  8: {
    name: 'Deletar IPTV vencidos',
    text: `Linhas e testes vencidos há mais de ${EXPIRED_DAYS} dias`,
    icon: IconTrash,
    button: 'Deletar…',
    isDeleting: true,
    done: ['deletado', 'deletados'],
    undone: ['restaurado', 'restaurados'],
    facts: [
      {
        icon: IconShieldCheck,
        tone: 'ok',
        text: 'A linha que for renovada antes da vez dela fica como está.',
      },
      restorable,
    ],
  },
  9: {
    name: 'Deletar testes IPTV',
    text: 'Todos, também os que ainda não venceram',
    icon: IconTrash,
    button: 'Deletar…',
    isDeleting: true,
    done: ['deletado', 'deletados'],
    undone: ['restaurado', 'restaurados'],
    facts: [
      { icon: IconTrash, tone: 'bad', text: 'Quem está vendo por um teste para de ver.' },
      soldStays,
      restorable,
    ],
  },
};

/** Returns a text about a finished run, such as `412 bloqueados às 14:20, por admin`. */
export function endOfRun(number: BulkFunctionNumber, run: BulkFunctionRun, now: Date): string {
  const { done, undone } = bulkFunctionWords[number];
  const at = new Date(run.startedAtTimestamp * 1000);
  const when = calendarDays(at, now) === 0 ? `às ${formatTime(at)}` : `em ${formatDayMonth(at)}`;
  const left = run.total - run.done - run.refused;
  return [
    `${pluralize(run.done, ...(run.isUndoing ? undone : done))} ${when}, por ${run.by}`,
    run.refused > 0 ? `${formatCount(run.refused)} como estavam` : '',
    left > 0 ? `parou com ${pluralize(left, 'por fazer', 'por fazer')}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
