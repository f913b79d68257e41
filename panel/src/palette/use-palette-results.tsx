/**
 * Returns the results for a typed text: first the lines and resellers that the server finds, then
 * the possible actions.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { findLines } from '@ramal/contract/lines/find-lines';
import { searchResellers } from '@ramal/contract/resellers/reseller-tree';
import { phoneSearchDigits } from '@ramal/contract/rules/phone';
import { platforms } from '@ramal/contract/rules/platforms';
import { IconBrandWhatsapp, IconList } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { relativeWord } from '../foundation/dates.ts';
import { formatCount, pluralize } from '../foundation/numbers.ts';
import { useCall } from '../foundation/api/query.ts';
import { platformIcons } from '../lines/platforms/platform-icons.ts';
import { sells } from '../lines/platforms/sold-platforms.ts';
import { linePlatforms } from '../lines/platforms/platforms.ts';
import type { CustomerSection } from '../lines/customer/sections.ts';
import { formatNumber } from '../lines/fields/whatsapp.ts';
import type { LineDialogKind } from '../lines/list/line-params.ts';
import { useSendReceipt } from '../lines/receipt/use-send-receipt.ts';
import { buildCreateLinks, buildMenu, type Profile } from '../menu.ts';
import { StatusBadge, type Tone } from '../ui/status/StatusBadge.tsx';
import {
  MIN_SEARCH_LENGTH,
  offerForNobody,
  offerNewCustomer,
  countSigns,
} from './creation-offers.ts';
import { type FoundLine, foundName, inList, lineLink } from './found.ts';
import { folded, matches } from './matches.ts';
import type { Group, KeyAct, Offer, RowPlace } from './palette-items.ts';
import { resellerGroup } from './reseller-group.ts';
import { lineMore } from './row-acts.ts';
import { renewalGroups } from './renewal-groups.ts';
import { useCommands } from './use-commands.ts';
import { type OfferRenewal, useRenewals } from './use-renewals.tsx';
import { readAct, type TypedAct } from './verbs.ts';
import classes from './use-palette-results.module.css';

const MAX_PAGES = 6;

interface PaletteResults {
  readonly groups: readonly Group[];
  /** True while the answer for the typed text has not arrived. */
  readonly waiting: boolean;
  readonly failed: boolean;
  /** Row that Enter in the field opens. Undefined if several rows fit equally well. */
  readonly chosen: Offer | undefined;
  /** Part of the text that the rows mark: without verb and quantity. */
  readonly search: string;
}

interface PaletteInput {
  readonly profile: Profile;
  readonly now: Date;
  readonly go: RowPlace['go'];
  readonly onClose: () => void;
}

export function usePaletteResults(
  text: string,
  { profile, now, go, onClose }: PaletteInput,
): PaletteResults {
  const typed = text.trim();
  const act = readAct(typed);
  const search = act?.rest ?? typed;
  const { lines, resellers, totals, waiting, failed } = useServerSearch(search);
  const send = useSendReceipt();
  const openDialog = (
    line: Pick<FoundLine, 'id' | 'platform' | 'username'>,
    dialog: LineDialogKind | CustomerSection,
  ) => go(lineLink(line, profile, dialog));
  const sendTo = (line: FoundLine) => {
    const platform = linePlatforms.find(({ definition }) => definition.key === line.platform);
    const askNumber = () => openDialog(line, 'edit');
    if (platform) void send({ platform, lineId: line.id, askNumber });
  };
  const offerRenewal = useRenewals({ now, username: profile.username, openDialog, onClose });
  const commands = useCommands(typed, onClose);
  const acts = { search, act, go, send: sendTo, offerRenewal };
  const renewals = renewalGroups(lines, profile, act, acts);
  const resellerGroups = [resellerGroup(resellers, profile, { act, go })];
  const hits = { lines: lines.length, resellers: resellers.length };
  const nobody = act && !waiting && !failed ? offerForNobody(act, hits, profile) : undefined;
  const groups = [
    { title: 'Fazer agora', offers: [...commands, ...(nobody ? [nobody] : [])] },
    renewals.now,
    ...(act?.reseller ? resellerGroups : []),
    lineGroup(lines, profile, now, acts),
    renewals.others,
    ...(act?.reseller ? [] : resellerGroups),
    ...actsAndPages(
      doing(search, profile, { totals, hasVerb: act !== undefined }),
      pages(search, profile),
      search,
    ),
    {
      title: 'Criar',
      offers: guesses(act?.takes ? search : typed, profile).filter(
        ({ key }) => key !== nobody?.key,
      ),
    },
  ].filter(({ offers }) => offers.length > 0);
  return {
    groups,
    chosen: renewals.isOpen ? undefined : chooseRow(groups),
    search,
    waiting,
    failed,
  };
}

/** Returns the lines and resellers that the server finds, and none for a text that is too short. */
function useServerSearch(search: string) {
  const [settled] = useDebouncedValue(search, 150);
  const options = { enabled: countSigns(settled) >= MIN_SEARCH_LENGTH, keepPrevious: true };
  const lines = useCall(findLines, { query: { search: settled } }, options);
  const resellers = useCall(searchResellers, { query: { search: settled } }, options);
  const isSearched = countSigns(search) >= MIN_SEARCH_LENGTH;
  return {
    lines: (isSearched && lines.data?.lines) || [],
    resellers: (isSearched && resellers.data?.found) || [],
    totals: isSearched ? lines.data?.totals : undefined,
    waiting: isSearched && (search !== settled || lines.isFetching || resellers.isFetching),
    failed: isSearched && (lines.isError || resellers.isError),
  };
}

/** Creating something is chosen only if nothing else matches. */
function chooseRow(groups: readonly Group[]): Offer | undefined {
  const offers = groups.flatMap((group) => group.offers).filter(({ isGuess }) => !isGuess);
  return offers.find(({ creates }) => !creates) ?? offers[0];
}

const tones: Record<FoundLine['status'], Tone> = { Ativo: 'ok', Teste: 'test', Desativado: 'off' };

interface LineActs extends RowPlace {
  readonly search: string;
  readonly send: (line: FoundLine) => void;
  readonly offerRenewal: OfferRenewal;
}

function lineGroup(
  lines: readonly FoundLine[],
  profile: Profile,
  now: Date,
  { search, act, go, send, offerRenewal }: LineActs,
): Group {
  return {
    title: 'Linhas',
    offers: lines.map((line) => {
      const { whatsapp } = line;
      const opening = (dialog: 'extend' | 'promote') => () => go(lineLink(line, profile, dialog));
      const acts: KeyAct[] = [
        ...(line.isTrial
          ? sells(profile, platforms[line.platform])
            ? [
                {
                  letter: 'o',
                  word: 'Ativar como oficial',
                  button: 'Ativar',
                  run: opening('promote'),
                },
              ]
            : []
          : [{ letter: 'r', word: 'Renovar', button: '+30', run: opening('extend') }]),
        ...(whatsapp === null
          ? []
          : [
              {
                letter: 'w',
                word: 'WhatsApp',
                button: <IconBrandWhatsapp size={20} stroke={1.75} aria-hidden />,
                look: 'whatsapp' as const,
                run: () => send(line),
              },
            ]),
      ];
      const name = foundName(line);
      return {
        key: `line-${line.id}`,
        icon: platformIcons[line.platform],
        title: name,
        note: [
          ...(act ? [act.label] : []),
          numberFound(whatsapp, search) ??
            (name === line.username ? platforms[line.platform].label : line.username),
          line.reseller.username === profile.username ? 'sua linha' : line.reseller.username,
        ].join(' · '),
        aside: <LineState line={line} now={now} />,
        state: stateOf(line, now),
        to: lineLink(line, profile, dialogFor(line, act, profile)),
        acts,
        more: lineMore(line, profile, { offerRenewal, send }),
        copies: `Usuário: ${line.username}\nSenha: ${line.password}`,
      };
    }),
  };
}

/** A test cannot be renewed, so that «renovar» opens «Ativar como oficial» for it. */
function dialogFor(line: FoundLine, act: TypedAct | undefined, profile: Profile) {
  if (!line.isTrial || act?.line !== 'extend') return act?.line;
  return sells(profile, platforms[line.platform]) ? 'promote' : undefined;
}

/**
 * Returns the number of a line if it contains the searched digits. It is shown because neither name
 * nor login contains them.
 */
function numberFound(whatsapp: string | null, search: string): string | undefined {
  const digits = phoneSearchDigits(search);
  return digits && whatsapp?.includes(digits) ? formatNumber(whatsapp) : undefined;
}

/** Returns the expiry if the line is expired or expires by tomorrow, otherwise the status. */
function stateOf(line: FoundLine, now: Date): string {
  if (line.expiring !== 2) return line.status;
  const at = new Date(line.expDateTimestamp * 1000);
  return `${at > now ? 'vence' : 'venceu'} ${relativeWord(at, now)}`;
}

const LineState = ({ line, now }: { line: FoundLine; now: Date }) =>
  line.expiring === 2 ? (
    <span
      className={classes.due}
      data-over={line.expDateTimestamp * 1000 <= now.getTime() || undefined}
    >
      {stateOf(line, now)}
    </span>
  ) : (
    <StatusBadge tone={tones[line.status]}>{line.status}</StatusBadge>
  );

interface Doing {
  readonly totals: ResponseOf<typeof findLines>['totals'] | undefined;
  /** True if the text begins with a verb. The name is then an existing one and no new customer. */
  readonly hasVerb: boolean;
}

/**
 * Returns actions that create something, and links that search the same text in a complete list.
 */
function doing(search: string, profile: Profile, { totals, hasVerb }: Doing): Group {
  const creations = buildCreateLinks(profile)
    .filter(({ label }) => search === '' || matches(label, search))
    .map(({ label, hint, icon, to, search: itemSearch }): Offer => ({
      key: `create-${label}`,
      icon,
      title: label,
      ...(hint ? { note: hint } : {}),
      ...(search === '' ? {} : { creates: true }),
      to: { to, search: itemSearch },
    }));
  const lists = (totals ?? [])
    .filter(({ total }) => total > 0)
    .map(({ platform, total, totalExact }): Offer => ({
      key: `list-${platform}`,
      icon: IconList,
      title: `Ver na lista de usuários ${platforms[platform].label}`,
      aside: totalExact
        ? pluralize(total, 'resultado', 'resultados')
        : `${formatCount(total)}+ resultados`,
      to: inList({ platform }, search, profile),
    }));
  const customer = hasVerb ? undefined : offerNewCustomer(search, profile);
  const forNumber = customer?.isNumber ? [...customer.tests, customer.create] : [];
  return { title: 'Fazer', offers: [...creations, ...forNumber, ...lists] };
}

/** Offers to create a customer with the typed name. Enter never chooses them. */
function guesses(typed: string, profile: Profile): Offer[] {
  const customer = offerNewCustomer(typed, profile);
  return customer && !customer.isNumber ? [...customer.tests, customer.create] : [];
}

/**
 * Returns actions and screens in order. If a screen has the typed name, it comes before the offer
 * to create something with this name.
 */
function actsAndPages(acts: Group, places: Group, search: string): Group[] {
  const isNamed = ({ offers }: Group) =>
    offers.some(({ title }) => folded(title).startsWith(folded(search)));
  return search !== '' && isNamed(places) && !isNamed(acts) ? [places, acts] : [acts, places];
}

/**
 * Returns the menu entries that match the text. Screens that create something are excluded, because
 * the actions contain them.
 */
function pages(search: string, profile: Profile): Group {
  const creations = new Set<string | undefined>(buildCreateLinks(profile).map(({ to }) => to));
  const all = buildMenu(profile).flatMap(({ items }) =>
    items.flatMap(({ label, icon, to, children }): Offer[] => [
      ...(to ? [{ key: `go-${label}`, icon, title: label, to: { to } }] : []),
      ...(children ?? []).map((child) => ({
        key: `go-${label}-${child.label}`,
        icon,
        title: `${label}: ${child.label}`,
        to: { to: child.to },
      })),
    ]),
  );
  return {
    title: 'Ir para',
    offers: all
      .filter(({ to }) => !creations.has(to?.to))
      .filter(({ title }) => search === '' || matches(title, search))
      .slice(0, MAX_PAGES),
  };
}
