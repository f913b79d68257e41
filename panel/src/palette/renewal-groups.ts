/** «Fazer agora» for «renovar maria 3», and the same act for other people with that name. */
import { IconCalendarPlus } from '@tabler/icons-react';
import type { Profile } from '../menu.ts';
import { findMeant, type FoundLine, lineLink, renewable } from './found.ts';
import type { Group } from './palette-items.ts';
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
  const offerRenewal = (line: FoundLine) => ({
    ...acts.offerRenewal(line, term),
    more: lineMore(line, profile, acts),
  });
  const meant = findMeant(lines, act.rest);
  if (!meant)
    return {
      now: { title, offers: lines.map(offerRenewal) },
      others,
      isOpen: true,
    };
  return {
    now: { title, offers: [offerRenewal(meant)] },
    others: {
      ...others,
      offers: lines
        .filter((line) => line !== meant)
        .map((line) => ({
          ...offerRenewal(line),
          aside: `${line.username} · ${line.reseller.username}`,
        })),
    },
    isOpen: false,
  };
}
