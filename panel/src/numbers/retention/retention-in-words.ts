/** The retention in one sentence, in tenths of the customers. */
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

/** Returns «9», «quase 7» below the number, or «mais de 8» above it. */
function tenthsInWords(share: number): string {
  const exact = share / 1_000;
  const count = Math.round(exact);
  const distance = exact - count;
  if (distance < -0.2) return `quase ${count}`;
  return distance > 0.2 ? `mais de ${count}` : String(count);
}
