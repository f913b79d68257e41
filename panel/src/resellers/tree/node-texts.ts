/** Texts below the name of an account in the tree. */
import { formatCount, formatCredits } from '../../foundation/numbers.ts';
import { isBlocked, type Reseller, isTopupOld } from '../reseller.ts';
import type { OpenTree } from './levels.ts';

export function nodeNote(reseller: Reseller): string {
  if (isBlocked(reseller)) return 'Bloqueada';
  if (isTopupOld(reseller)) return `${reseller.daysToDue} dias sem recarga`;
  return reseller.directResellers > 0
    ? `${formatCount(reseller.treeActives)} na árvore`
    : `${formatCount(reseller.totalActives)} ativos`;
}

/**
 * Returns the name of the top node. An admin has no node in the tree, because it is above all
 * accounts.
 */
export const topName = (top: Reseller | null): string => top?.username ?? 'Toda a operação';

export function topNote({ top, levels }: OpenTree): string {
  if (!top) return `${formatCount(levels[0]?.total ?? 0)} no primeiro nível`;
  const actives = `${formatCount(top.totalActives)} ativos`;
  return top.credits === null ? actives : `${actives} · ${formatCredits(top.credits)} cr.`;
}
