/**
 * Texts of the limits that ancestor accounts set for the caller, for the screens on which the
 * limits apply.
 */
import { getLimits } from '@ramal/contract/resellers/limits';
import { creditsInWords, formatMoney } from '../foundation/numbers.ts';
import { useCall } from '../foundation/api/query.ts';
import { useProfile } from '../sessions/profile.ts';

interface SellingLimits {
  readonly credits: string | undefined;
  readonly price: string | undefined;
}

export function useSellingLimits(): SellingLimits {
  const me = useProfile().data;
  const sells = me !== undefined && me.profile !== 'admin';
  const { data } = useCall(getLimits, { params: { id: me?.id ?? 0 } }, { enabled: sells });
  if (!data) return { credits: undefined, price: undefined };
  const { effective, effectiveFrom: from, used } = data;
  const by = (name: keyof typeof effective) => (from[name] ? `, definido por ${from[name]}` : '');
  return {
    credits:
      effective.creditsADay === null
        ? undefined
        : `Restam ${creditsInWords(Math.max(0, effective.creditsADay - used.creditsToday))} hoje${by('creditsADay')}`,
    price:
      effective.lowestPrice === null
        ? undefined
        : `Menor preço: ${formatMoney(effective.lowestPrice)}${by('lowestPrice')}`,
  };
}
