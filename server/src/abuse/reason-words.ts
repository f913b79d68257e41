/**
 * Formats a finding as a sentence with numbers but without addresses, because events are stored
 * forever.
 */
import { formatDateTime } from '../foundation/clock.ts';
import type { SharedLine } from './sharing.sql.ts';

/**
 * Formats a finding, for example «Dois endereços assistiram ao mesmo tempo por 1 h 12 min, em 4
 * momentos, de 21/11 10:04 a 21/11 13:30.»
 */
export function formatFinding(
  sharing: Omit<SharedLine, 'lineId' | 'viewingIds'>,
  timeZone: string,
): string {
  const { since, until, togetherSeconds, times, takeOvers, takeoverMoments } = sharing;
  const who = countOf(sharing.places.length);
  const day = (at: Date) => formatDateTime(at, timeZone).replace(/\/\d{4}/, '');
  const when = `de ${day(since)} a ${day(until)}`;
  if (togetherSeconds === 0)
    return `${who} derrubaram um ao outro ${takeOvers} vezes, em ${takeoverMoments} momentos, ${when}.`;
  const input = takeOvers > 0 ? 'assistiram ou disputaram a tela' : 'assistiram';
  const moments = times === 1 ? '1 momento' : `${times} momentos`;
  const together = `${who} ${input} ao mesmo tempo por ${formatLength(togetherSeconds)}, em ${moments}, ${when}.`;
  if (takeOvers === 0) return together;
  return `${together} Um derrubou o outro ${takeOvers === 1 ? 'uma vez' : `${takeOvers} vezes`}.`;
}

const COUNTS = ['', '', 'Dois', 'Três', 'Quatro', 'Cinco'];

const countOf = (networks: number): string => `${COUNTS[networks] ?? networks} endereços`;

/** Formats a duration such as «45 min», «2 h» or «1 h 12 min». Rounds down to whole minutes. */
function formatLength(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
