/** Acts of a found line or reseller that Tab shows. */
import { findTerm } from '@ramal/contract/rules/terms';
import { platforms } from '@ramal/contract/rules/platforms';
import {
  IconBan,
  IconBrandWhatsapp,
  IconCoins,
  IconCurrencyDollar,
  IconHistory,
  IconLink,
  IconListDetails,
  IconPencil,
  IconUserCheck,
} from '@tabler/icons-react';
import type { CustomerSection } from '../lines/customer/sections.ts';
import type { LineDialogKind } from '../lines/list/line-params.ts';
import { sells } from '../lines/platforms/sold-platforms.ts';
import type { Profile } from '../menu.ts';
import { type FoundLine, foundName, lineLink } from './found.ts';
import type { Offer } from './palette-items.ts';
import { blockKind } from './verbs.ts';
import type { OfferRenewal } from './use-renewals.tsx';

export interface LineMore {
  readonly offerRenewal: OfferRenewal;
  readonly send: (line: FoundLine) => void;
}

/** Periods that most customers buy: 1 and 3 months. */
const OFFERED = [findTerm(100)!, findTerm(300)!];

export function lineMore(
  line: FoundLine,
  profile: Profile,
  { offerRenewal, send }: LineMore,
): Offer[] {
  const name = foundName(line);
  const opening = (
    title: string,
    icon: Offer['icon'],
    dialog: LineDialogKind | CustomerSection,
  ): Offer => ({
    key: `${dialog}-${line.id}`,
    icon,
    title: `${title}: ${name}`,
    to: lineLink(line, profile, dialog),
  });
  const isSold = sells(profile, platforms[line.platform]);
  return [
    ...(line.isTrial
      ? isSold
        ? [opening('Ativar como oficial', IconUserCheck, 'promote')]
        : []
      : OFFERED.map((term) => offerRenewal(line, term))),
    {
      key: `send-${line.id}`,
      icon: IconBrandWhatsapp,
      title: `Enviar a ${name}`,
      note: 'abre o WhatsApp',
      run: () => send(line),
    },
    opening('Editar', IconPencil, 'edit'),
    ...(!line.isTrial && line.reseller.username === profile.username
      ? [opening('Preço do cliente', IconCurrencyDollar, 'price')]
      : []),
    ...(!line.isTrial && isSold ? [opening('Link de renovação', IconLink, 'renewal-link')] : []),
    opening('Histórico', IconHistory, 'history'),
  ];
}

interface FoundReseller {
  readonly id: number;
  readonly username: string;
}

interface ResellerPlace {
  readonly profile: Profile;
  readonly isCreditable: boolean;
}

export function resellerMore(
  { id, username }: FoundReseller,
  search: { readonly search: string; readonly under?: number },
  { profile, isCreditable }: ResellerPlace,
): Offer[] {
  const opening = (title: string, icon: Offer['icon'], dialog: string): Offer => ({
    key: `${dialog}-${id}`,
    icon,
    title: `${title}: ${username}`,
    to: { to: '/list-resellers', search: { ...search, dialog, reseller: id } },
  });
  return [
    ...(isCreditable ? [opening('Setar Crédito', IconCoins, 'credit')] : []),
    opening('Movimentações', IconListDetails, 'movements'),
    opening('Editar', IconPencil, 'edit'),
    opening('Bloquear', IconBan, blockKind(profile)),
    opening('Logs Revenda', IconHistory, 'log'),
  ];
}
