/**
 * State of a chat: the offered options, and who receives a free text. The server stores what each
 * option does, so a message can only choose among them. Both channels share this code.
 */
import type { PlanMonths } from '@ramal/contract/rules/plans';
import type { PlatformKey } from '@ramal/contract/rules/platforms';

/** Choices of the menu, in its order. */
export const menuLabels = {
  test: 'Testar grátis',
  subscribe: 'Assinar',
  renew: 'Renovar',
  access: 'Meu acesso',
  person: 'Falar com uma pessoa',
} as const;
export type MenuChoice = keyof typeof menuLabels;

export type Act =
  | { readonly act: 'start' }
  | { readonly act: 'menu' }
  | { readonly act: MenuChoice }
  | { readonly act: 'take-test'; readonly testId: string }
  | { readonly act: 'list-plans'; readonly platform: PlatformKey }
  | { readonly act: 'buy'; readonly offerId: string; readonly cents: number }
  | { readonly act: 'list-renewals'; readonly lineId: number }
  | {
      readonly act: 'renew-line';
      readonly lineId: number;
      readonly months: PlanMonths;
      readonly cents: number;
    }
  | { readonly act: 'check-payment'; readonly chargeId: number }
  | { readonly act: 'ask'; readonly lineId: number };

export interface Option {
  readonly label: string;
  readonly act: Act;
}

/** Ticket that receives free texts. The first text opens it. */
export interface Question {
  readonly lineId: number;
  readonly ticketId: number | null;
}

export interface ChatState {
  readonly options: readonly Option[];
  readonly question: Question | null;
  /** Act that continues when the person has shared the own number. */
  readonly waiting: Act | null;
}

export const initialState: ChatState = { options: [], question: null, waiting: null };

export const menuOption: Option = { label: 'Menu', act: { act: 'menu' } };

export const toMenuOption = (choice: MenuChoice): Option => ({
  label: menuLabels[choice],
  act: { act: choice },
});

export const backTo = (act: Act): Option => ({ label: 'Voltar', act });

/** Text that a link to the chat is stored as. */
export const START_TEXT = '/start';

const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

const commands: ReadonlyMap<string, Act> = new Map<string, Act>([
  [START_TEXT, { act: 'start' }],
  ['/menu', { act: 'menu' }],
  ['menu', { act: 'menu' }],
  ['voltar', { act: 'menu' }],
  ...(Object.keys(menuLabels) as MenuChoice[]).map((choice): [string, Act] => [
    fold(menuLabels[choice]),
    { act: choice },
  ]),
]);

export type Input = { readonly act: Act } | { readonly written: string } | 'unknown';

/**
 * Reads a text as the label or number of an option, or as a command that is valid everywhere. Any
 * other text is a message to the seller, if the chat asks for one.
 */
export function readInput({ options, question }: ChatState, text: string): Input {
  const folded = fold(text);
  const chosen =
    options.find(({ label }) => fold(label) === folded)?.act ??
    commands.get(folded) ??
    (question === null && /^\d{1,2}$/.test(folded) ? options[Number(folded) - 1]?.act : undefined);
  if (chosen) return { act: chosen };
  return question !== null && folded !== '' ? { written: text.trim() } : 'unknown';
}

/** Appends numbers to equal labels, so that each label chooses one option. */
export function withUniqueLabels(options: readonly Option[]): Option[] {
  const taken = new Set<string>();
  return options.map(({ label, act }) => {
    let unique = label;
    for (let number = 2; taken.has(unique); number += 1) unique = `${label} (${number})`;
    taken.add(unique);
    return { label: unique, act };
  });
}
