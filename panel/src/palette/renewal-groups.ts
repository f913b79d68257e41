/** «Fazer agora» for «renovar maria 3», and the same act for other people with that name. */
import { IconCalendarPlus } from '@tabler/icons-react';
import type { Profile } from '../menu.ts';
import { findMeant, type FoundLine, lineLink, renewable } from './found.ts';
import type { Group, Offer } from './palette-items.ts';
import { findTypedTerm, soldTerms } from './read-quantity.ts';
import { type LineMore, lineMore } from './row-acts.ts';
import type { TypedAct } from './verbs.ts';

interface RenewalGroups {
  readonly now: Group;
  readonly others: Group;
  /** True if Enter must choose nothing: several customers fit, or the period is not sold. */
  readonly isOpen: boolean;
}

export function renewalGroups(
  hits: readonly FoundLine[],
  profile: Profile,
  act: TypedAct | undefined,
  acts: LineMore,
): RenewalGroups {
  const title = 'Fazer agora';
  const others: Group = { title: 'Outras pessoas com este nome', offers: [] };
  const lines = act?.takes === 'term' ? renewable(hits, profile) : [];
  const [nearest] = lines;
  if (!act?.quantity || !nearest) return { now: { title, offers: [] }, others, isOpen: false };
  const term = findTypedTerm(act.quantity);
  if (!term) {
    const terms = {
      key: 'sold-terms',
      icon: IconCalendarPlus,
      title: `Períodos: ${soldTerms()}`,
      isGuess: true,
      to: lineLink(nearest, profile, 'extend'),
    };
    return { now: { title, offers: [terms] }, others, isOpen: true };
  }
  const offerRenewal = (line: FoundLine): Offer => ({
    ...acts.offerRenewal(line, term),
    more: lineMore(line, profile, acts),
  });
  const offerOfSeveral = (line: FoundLine) => withLogin(offerRenewal(line), line);
  const meant = findMeant(lines, act.rest);
  if (!meant)
    return {
      now: { title, offers: lines.map(offerOfSeveral) },
      others,
      isOpen: true,
    };
  return {
    now: { title, offers: [offerRenewal(meant)] },
    others: {
      ...others,
      offers: lines.filter((line) => line !== meant).map(offerOfSeveral),
    },
    isOpen: false,
  };
}

/** Shows login and owner instead of the balance, because customers can have equal names. */
const withLogin = (offer: Offer, { username, reseller }: FoundLine): Offer => ({
  ...offer,
  ...(offer.isUnaffordable && typeof offer.aside === 'string' ? { note: offer.aside } : {}),
  aside: `${username} · ${reseller.username}`,
});
