/** Rows of found resellers, and «Fazer agora» for an act on them. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { searchResellers } from '@ramal/contract/resellers/reseller-tree';
import { MINIMUM_OPERATION_HUNDREDTHS } from '@ramal/contract/resellers/resellers';
import { asDecimal } from '../foundation/amounts.ts';
import { creditsInWords, formatCredits, missingVerb } from '../foundation/numbers.ts';
import { calculatePayment } from '../lines/fields/quote.ts';
import type { Profile } from '../menu.ts';
import { toDialogSearch } from '../ui/list/search-params.ts';
import type { Group, KeyAct, Offer, RowPlace } from './palette-items.ts';
import { resellerMore } from './row-acts.ts';
import type { TypedAct } from './verbs.ts';

const MAX_RESELLERS = 4;
/** Fewest credits of one operation. */
const MINIMUM = asDecimal(MINIMUM_OPERATION_HUNDREDTHS);

type FoundReseller = ResponseOf<typeof searchResellers>['found'][number];

export const resellerGroup = (
  resellers: readonly FoundReseller[],
  profile: Profile,
  place: RowPlace,
): Group => ({
  title: place.act?.reseller ? 'Fazer agora' : 'Revendas',
  offers: resellers
    .slice(0, MAX_RESELLERS)
    .map((reseller) => resellerOffer(reseller, profile, place)),
});

function resellerOffer(reseller: FoundReseller, profile: Profile, { act, go }: RowPlace): Offer {
  const { id, username, path } = reseller;
  const search = { search: username, ...amongSiblings(path) };
  const isCreditable = takesCredits(reseller, profile);
  const amount = act && amountIn(act);
  const addressed = amount ? toDialogSearch({ credits: amount }) : {};
  const credit: KeyAct = {
    letter: 's',
    word: 'Setar Crédito',
    button: 'Créditos',
    run: () =>
      go({
        to: '/list-resellers',
        search: { ...search, dialog: 'credit', reseller: id, ...addressed },
      }),
  };
  const owners = path.slice(0, -1).map((step) => step.username);
  const offer = {
    key: `reseller-${id}`,
    icon: undefined,
    avatar: username,
    title: username,
    note: `ID ${id}`,
    ...(owners.length > 0 && { aside: owners.join(' › ') }),
    to: { to: '/list-resellers' as const, search },
    acts: isCreditable ? [credit] : [],
    more: resellerMore(reseller, search, { profile, isCreditable }),
  };
  if (!act?.reseller || (act.reseller === 'credit' && !isCreditable)) return offer;
  const { note, isUnaffordable } = describeResult(act, profile);
  return {
    ...offer,
    title: describeAct(act, username),
    note: [...note, offer.note].join(' · '),
    isUnaffordable,
    to: isUnaffordable
      ? { to: '/buy-credits' }
      : { ...offer.to, search: { ...search, ...dialogOf(act, id, profile), ...addressed } },
  };
}

const amountIn = ({ takes, quantity }: TypedAct): number | undefined =>
  takes === 'credits' ? quantity?.amount : undefined;

/** «Bloquear: canal-livre», «Dar 20 créditos a canal-livre». */
function describeAct(act: TypedAct, username: string): string {
  const amount = amountIn(act);
  return amount ? `Dar ${creditsInWords(amount)} a ${username}` : `${act.label}: ${username}`;
}

/** Balance after the typed credits, the missing credits, or the effect of another act. */
function describeResult(act: TypedAct, { credits }: Profile) {
  const amount = amountIn(act);
  if (!amount) return { note: act.effect ? [act.effect] : [], isUnaffordable: false };
  if (amount < MINIMUM)
    return { note: [`mínimo: ${creditsInWords(MINIMUM)}`], isUnaffordable: false };
  // An admin has no balance.
  if (typeof credits !== 'number') return { note: [], isUnaffordable: false };
  const { after, missing } = calculatePayment(amount, credits);
  return missing > 0
    ? { note: [`${missingVerb(missing)} ${creditsInWords(missing)}`], isUnaffordable: true }
    : { note: [`saldo depois: ${formatCredits(after ?? 0)}`], isUnaffordable: false };
}

const dialogOf = ({ reseller: kind }: TypedAct, id: number, profile: Profile) => ({
  dialog: typeof kind === 'function' ? kind(profile) : kind,
  reseller: id,
});

/**
 * True if the account can assign credits to this reseller. An admin can assign to every account,
 * all other accounts only to direct children.
 */
const takesCredits = ({ id, path }: FoundReseller, { id: ownId, profile }: Profile): boolean =>
  id !== ownId && (profile === 'admin' || path.at(-2)?.id === ownId);

/**
 * Parameters of the list that contains this reseller. That is the list of the reseller's owner.
 * Empty if the owner is the signed-in account.
 */
const amongSiblings = (path: readonly { readonly id: number }[]) =>
  path.length > 2 ? { under: path.at(-2)!.id } : {};
