/** Texts about the archive of a channel: how it is shown in the list and above its dialog. */
import type {
  ArchiveState,
  ChannelArchive,
  archiveChecks,
} from '@ramal/contract/catalogue/archive';
import { calendarDays, formatDate, formatDayMonth, formatTime } from '../../foundation/dates.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { toDate } from '../times.ts';

export const countDays = (days: number): string => pluralize(days, 'dia', 'dias');

/** Reasons for a channel without an archive. */
export const missingTexts: Partial<Record<ArchiveState, string>> = {
  none: 'a fonte não grava',
  'no-guide': 'sem guia, sem arquivo',
  off: 'desligado',
};

export const problemTexts: Partial<Record<ArchiveState, string>> = {
  live: 'Devolve o ao vivo',
  failed: 'O arquivo não abriu',
};

/** Default texts of the checks. They are used until the first proof returns its own texts. */
export const checkTexts: Record<(typeof archiveChecks)[number], string> = {
  forms: 'Ontem: o mesmo minuto nas cinco formas de endereço',
  'window-start': 'Início da janela',
  'before-window': 'Um minuto antes da janela: recusado, como deve ser',
  'not-live': 'Não devolve o ao vivo no lugar do passado',
  seeks: 'Avançar e voltar não conta como segunda tela',
};

/** Returns «hoje», «ontem» or «em 13/11». */
export function provenDay(timestamp: number, now: Date): string {
  const days = calendarDays(toDate(timestamp), now);
  if (days === 0) return 'hoje';
  return days === -1 ? 'ontem' : `em ${formatDayMonth(toDate(timestamp))}`;
}

export interface ArchiveHeadline {
  readonly tone: 'ok' | 'warn' | 'bad' | 'plain';
  readonly title: string;
  readonly text: string;
}

/** Returns the headline of the dialog. Undefined if no source of the channel records. */
export function describeProof(archive: ChannelArchive, now: Date): ArchiveHeadline | undefined {
  const { state, proof, promisedDays } = archive;
  if (state === 'none') return undefined;
  const text = proof ? proofText(proof, now) : `a fonte promete ${countDays(promisedDays)}`;
  if (state === 'live')
    return {
      tone: 'bad',
      title: 'A fonte devolve o ao vivo no lugar do passado. O arquivo não é oferecido.',
      text,
    };
  if (state === 'failed') return { tone: 'bad', title: 'O arquivo não abriu em nenhum dia.', text };
  if (state === 'no-guide')
    return {
      tone: 'warn',
      title: 'Sem programas de dias passados ninguém consegue escolher.',
      text,
    };
  if (!proof) return { tone: 'plain', title: 'Ainda não comprovado', text };
  if (state === 'shorter') return { tone: 'warn', title: shorterTitle(archive), text };
  const until = proof.provenUntilTimestamp;
  if (until === null) return { tone: 'plain', title: 'Ainda não comprovado', text };
  const at = `${formatDate(toDate(until))}, ${formatTime(toDate(until))}`;
  return { tone: 'ok', title: `Arquivo comprovado até ${at}`, text };
}

type Proof = NonNullable<ChannelArchive['proof']>;

const proofText = ({ provedAtTimestamp: at, promisedDays }: Proof, now: Date): string =>
  `conferido ${provenDay(at, now)} às ${formatTime(toDate(at))}; a fonte promete ${countDays(promisedDays)}`;

/** True if players show more days than the source returned in the last proof. */
export const showsTooMuch = ({ state, days, proof }: ChannelArchive): boolean =>
  state === 'shorter' && proof !== null && proof.answeredDays > 0 && days > proof.answeredDays;

function shorterTitle(archive: ChannelArchive): string {
  const { answeredDays, promisedDays } = archive.proof!;
  const fact = `Só ${answeredDays} de ${countDays(promisedDays)} ${answeredDays === 1 ? 'responde' : 'respondem'}.`;
  return showsTooMuch(archive) ? `${fact} Mostrar ${answeredDays}?` : fact;
}
