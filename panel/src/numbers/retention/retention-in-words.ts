/** Describes the retention in one sentence, as a number out of ten customers. */
import type { CohortTotal } from './cohort-cell.ts';

const later = { age: 6, words: 'depois de seis' } as const;

/**
 * Returns «De cada 10 clientes que entram, 9 seguem depois de um mês e quase 7 depois de seis.»
 * Undefined before the first month has closed.
 */
export function retentionInWords(totals: readonly CohortTotal[]): string | undefined {
  const tenths = (age: number) => {
    const share = totals.find((total) => total.age === age)?.share ?? undefined;
    return share === undefined ? undefined : tenthsInWords(share);
  };
  const first = tenths(1);
  if (first === undefined) return undefined;
  const last = tenths(later.age);
  const [count, verb] = [first, first === '1' ? 'segue' : 'seguem'];
  return `De cada 10 clientes que entram, ${count} ${verb} depois de um mês${last === undefined ? '' : ` e ${last} ${later.words}`}.`;
}

/**
 * Rounds a share to tenths in words: «9» if it is close, «quase 7» if it is slightly less, «mais de
 * 8» if it is slightly more.
 */
function tenthsInWords(share: number): string {
  const exact = share / 1_000;
  const count = Math.round(exact);
  const distance = exact - count;
  if (distance < -0.2) return `quase ${count}`;
  return distance > 0.2 ? `mais de ${count}` : String(count);
}
