/** Rows of found resellers, and «Fazer agora» for an act on them. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { searchResellers } from '@ramal/contract/resellers/reseller-tree';
import { creditsInWords, formatCredits } from '../foundation/numbers.ts';
import { calculatePayment } from '../lines/fields/quote.ts';
import type { Profile } from '../menu.ts';
import type { Group, KeyAct, RowPlace } from './palette-items.ts';
import { resellerMore } from './row-acts.ts';
import type { TypedAct } from './verbs.ts';

const MAX_RESELLERS = 4;

type FoundReseller = ResponseOf<typeof searchResellers>['found'][number];

export const resellerGroup = (
  resellers: readonly FoundReseller[],
  profile: Profile,
  { act, go }: RowPlace,
): Group => ({
  title: act?.reseller ? 'Fazer agora' : 'Revendas',
  offers: resellers.slice(0, MAX_RESELLERS).map((reseller) => {
    const { id, username, path } = reseller;
    const search = { search: username, ...amongSiblings(path) };
    const isCreditable = takesCredits(reseller, profile);
    const dialog = act?.reseller === 'credit' && !isCreditable ? {} : dialogOf(act, id, profile);
    const credit: KeyAct = {
      letter: 's',
      word: 'Setar Crédito',
      button: 'Créditos',
      run: () =>
        go({ to: '/list-resellers', search: { ...search, dialog: 'credit', reseller: id } }),
    };
    return {
      key: `reseller-${id}`,
      icon: undefined,
      avatar: username,
      title: 'dialog' in dialog ? describeAct(act, username) : username,
      note: [...creditNote(act, isCreditable, profile), `ID ${id}`].join(' · '),
      aside:
        path.length > 1
          ? path
              .slice(0, -1)
              .map((step) => step.username)
              .join(' › ')
          : undefined,
      to: { to: '/list-resellers', search: { ...search, ...dialog } },
      acts: isCreditable ? [credit] : [],
      more: resellerMore(reseller, search, { profile, isCreditable }),
    };
  }),
});

/** «Bloquear: canal-livre», «Dar 20 créditos a canal-livre». */
function describeAct(act: TypedAct | undefined, username: string): string {
  const amount = act?.takes === 'credits' ? act.quantity?.amount : undefined;
  return amount ? `Dar ${creditsInWords(amount)} a ${username}` : `${act?.label}: ${username}`;
}

/** Balance after the typed credits, or the credits that are missing. */
function creditNote(act: TypedAct | undefined, isCreditable: boolean, profile: Profile): string[] {
  const amount = act?.takes === 'credits' && isCreditable ? act.quantity?.amount : undefined;
  if (!amount || typeof profile.credits !== 'number') return [];
  const { after, missing } = calculatePayment(amount, profile.credits);
  return missing > 0
    ? [`faltam ${creditsInWords(missing)}`]
    : [`saldo depois: ${formatCredits(after ?? 0)}`];
}

function dialogOf(act: TypedAct | undefined, id: number, profile: Profile) {
  const kind = act?.reseller;
  return kind ? { dialog: typeof kind === 'function' ? kind(profile) : kind, reseller: id } : {};
}

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
