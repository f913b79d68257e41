import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { BackupStoreName, viewBackups } from '@ramal/contract/operations/backups';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';

export type Backups = ResponseOf<typeof viewBackups>;

export const storeNames: Readonly<Record<BackupStoreName, string>> = {
  local: 'Local',
  remote_1: 'Servidor 1',
  remote_2: 'Servidor 2',
};

/**
 * Maximum age of the last backup before it counts as late. Backups run every twelve hours: this is
 * two intervals plus one hour for a slow backup.
 */
const LATE_MS = 25 * HOUR_MS;
/**
 * Maximum delay of the write-ahead log before it counts as late. The server sends it to the store
 * every minute.
 */
const SENDING_LATE_MS = 5 * MINUTE_MS;
const DRILL_VALID_MS = 10 * DAY_MS;

/** Duration in words: `40 s`, `6 min`, `7 h 12 min`, `3 dias`. */
export function durationWords(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(1, Math.round(ms / 1000))} s`;
  if (ms < HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) {
    const minutes = Math.round((ms % HOUR_MS) / MINUTE_MS);
    const hours = Math.floor(ms / HOUR_MS);
    return minutes > 0 && minutes < 60 ? `${hours} h ${minutes} min` : `${hours} h`;
  }
  return `${Math.floor(ms / DAY_MS)} dias`;
}

/** Elapsed time in words: `há 38 s`, `há 4 min`. */
export const sinceWords = (seconds: number, now: Date): string =>
  `há ${durationWords(Math.max(0, now.getTime() - seconds * 1000))}`;

export interface BackupConditions {
  readonly keyIsProven: boolean;
  readonly copyIsFresh: boolean;
  /** True if the last restore test is at most ten days old and all its checks passed. */
  readonly drillHasPassed: boolean;
  /**
   * True if a remote store contains recent data: a backup of the last 25 hours or, with
   * point-in-time recovery, changes of the last five minutes.
   */
  readonly remoteIsFresh: boolean;
  /** True if no backup store has a fault. */
  readonly storesAreReliable: boolean;
  /** True if all conditions hold. Only then is the card green. */
  readonly isGreen: boolean;
}

export function checkBackupConditions(backups: Backups, now: Date): BackupConditions {
  const ageOf = (seconds: number | null | undefined): number =>
    seconds === null || seconds === undefined ? Infinity : now.getTime() - seconds * 1000;
  const {
    key,
    drill,
    pointInTime: { state },
  } = backups;
  const keyIsProven = key !== null && key.provenAtTimestamp !== null;
  const copyIsFresh = ageOf(backups.lastGoodTimestamp) < LATE_MS && !backups.last?.failure;
  const drillHasPassed =
    drill !== null && drill.failure === null && ageOf(drill.finishedAtTimestamp) < DRILL_VALID_MS;
  const remoteIsFresh =
    ageOf(backups.survivesUntilTimestamp) < (state === 'on' ? SENDING_LATE_MS : LATE_MS);
  const storesAreReliable = backups.places.every(
    (store) => findStoreFault(backups, store) === null,
  );
  return {
    keyIsProven,
    copyIsFresh,
    drillHasPassed,
    remoteIsFresh,
    storesAreReliable,
    isGreen: keyIsProven && copyIsFresh && drillHasPassed && remoteIsFresh && storesAreReliable,
  };
}

export type BackupStoreAnswer = Backups['places'][number];

export const findChain = ({ pointInTime: { chains } }: Backups, store: BackupStoreName) =>
  chains.find(({ type }) => type === store);

/** Returns the fault of a backup store, or null if the store is reliable. */
export function findStoreFault(
  backups: Backups,
  { type, failure, reading }: BackupStoreAnswer,
): string | null {
  const chain = findChain(backups, type);
  return failure ?? chain?.broken ?? chain?.failure ?? reading?.failure ?? null;
}

/**
 * Describes how much data a loss of the server would cost, and how long a restore would take. These
 * values need a proven key, a backup in a remote store and a passed restore test. If one of these
 * is missing, the text names it.
 */
export function recoveryStatus(
  backups: Backups,
  conditions: BackupConditions,
  now: Date,
): { lead: string; figure: string } {
  const { survivesUntilTimestamp: until, lastGoodTimestamp: lastGood, drill } = backups;
  if (lastGood === null)
    return { lead: 'Sem cópia: se o servidor falhar hoje,', figure: 'perde-se tudo' };
  if (!conditions.keyIsProven)
    return {
      lead: 'A chave ainda não foi comprovada',
      figure: 'Sem a outra metade da chave, nada pode ser restaurado',
    };
  if (until === null)
    return {
      lead: 'Nenhuma cópia fora desta máquina: se ela falhar hoje,',
      figure: 'perde-se tudo',
    };
  if (!drill || !conditions.drillHasPassed)
    return {
      lead: 'Sem prova de que as cópias voltam',
      figure: 'Teste a restauração para saber quanto tempo ela leva',
    };
  const { isGreen } = conditions;
  const lost = `perderia ${durationWords(now.getTime() - until * 1000)}`;
  return {
    lead: isGreen
      ? 'Se o servidor se perdesse agora, você'
      : `${warning(conditions, backups)}: se o servidor se perdesse agora, você`,
    figure: `${lost}, voltaria em ${durationWords(drill.seconds * 1000)}`,
  };
}

function warning({ remoteIsFresh }: BackupConditions, { pointInTime: { state } }: Backups): string {
  if (remoteIsFresh) return 'Algo com as cópias pede atenção';
  return state === 'on'
    ? 'As mudanças não estão saindo desta máquina'
    : 'Nenhuma cópia de hoje fora desta máquina';
}

type OffState = Exclude<Backups['pointInTime']['state'], 'on'>;

/** Reasons why point-in-time recovery is off, with the remedy. */
export const offReasons: Readonly<Record<OffState, string>> = {
  off: 'Com uma chave e um lugar fora desta máquina, cada alteração passa a ser enviada a cada minuto, e dá para voltar a qualquer segundo.',
  held: 'As alterações voltam a ser enviadas quando o painel sair da quarentena.',
  restart:
    'O PostgreSQL em uso ainda é o de antes da atualização. Reinicie o Ramal para que as alterações sejam enviadas.',
  'own-database':
    'O PostgreSQL é seu, e não o que vem com o Ramal: as cópias daqui valem para o momento em que foram feitas. Para voltar a qualquer segundo, quem cuida do PostgreSQL precisa manter pg_basebackup e o arquivamento do WAL (pgBackRest, WAL-G ou o serviço gerenciado). Depois de restaurar com essas ferramentas, rode o comando abaixo antes de iniciar o Ramal.',
};

/**
 * Comment for the age key file of the operator. A restore accepts only backups that were signed
 * with this key.
 */
export const signatureLine = (signatureKey: string): string => `# assinatura: ${signatureKey}`;
