/**
 * Seeds the last six months of the demo. In these months, customers started, renewed, renewed late
 * and left. Monthly top-ups paid for their lines. Each line is deleted when its customer leaves, so
 * lists show only today's customers.
 */
import { platforms } from '@ramal/contract/rules/platforms';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { markPaid } from '../line-payments/line-payments.ts';
import { createLine, deleteLine, extendLine } from '../lines/lines.ts';
import { moveCredits } from '../resellers/resellers.ts';
import type { DemoSeller } from './demo-data.ts';

export const PAST_DAYS = 190;

export interface PastEvent {
  readonly hoursAgo: number;
  /** User name of the account that acts. */
  readonly seller: string;
  /** Performs the event with the app context and the caller of that time. */
  readonly run: (
    ctx: AppContext,
    caller: Caller,
    people: ReadonlyMap<string, Caller>,
  ) => Promise<unknown>;
}

const DAY = 24;
const MONTH = 30 * DAY;
const PERIODS = 7;
const LAST_TOP_UP = 3 * DAY;
const MINIMUM_TOP_UP = 10;
const SALE_CENTS = 650;

/** Check of the fresh code that always passes, because the demo's admin has no second factor. */
export const withoutCode = async (): Promise<void> => {};

interface Customer {
  readonly platform: 'iptv' | 'p2p';
  readonly cameHoursAgo: number;
  /** Number of months paid, including the first. */
  readonly months: number;
  /**
   * True if the customer renews two days after the line expired. Other customers renew on the day
   * before.
   */
  readonly isLate: boolean;
}

const sizes: Readonly<Record<string, number>> = {
  master: 20,
  franquia: 14,
  revenda: 18,
  especial: 12,
};
const SIZE = 11;

/**
 * Returns the customers of a seller. Their start times are distributed over the months, and more
 * customers started recently.
 */
function customersOf({ username }: DemoSeller): Customer[] {
  const size = sizes[username] ?? SIZE;
  return Array.from({ length: size }, (_, turn) => {
    const cameHoursAgo = Math.round(
      (1 - (turn / size) ** 0.8) * 170 * DAY + 4 * DAY + ((turn * 37) % 61),
    );
    return {
      platform: turn % 3 === 1 ? 'p2p' : 'iptv',
      cameHoursAgo,
      months: Math.min(1 + ((turn * 7) % 5), 1 + Math.floor((cameHoursAgo - 3 * DAY) / MONTH)),
      isLate: turn % 4 === 2,
    };
  });
}

/** Returns the times of the payments, in hours before now. */
const paymentsOf = ({ cameHoursAgo, months, isLate }: Customer): number[] =>
  Array.from({ length: months }, (_, month) =>
    month === 0
      ? cameHoursAgo
      : Math.max(1, cameHoursAgo - month * MONTH + (isLate ? -2 : 1) * DAY),
  );

/**
 * Returns the number of the top-up that pays for a sale at this time. A top-up pays for all sales
 * until the next top-up. The last top-up pays for all later sales.
 */
const periodOf = (hoursAgo: number): number =>
  Math.max(0, Math.ceil((hoursAgo - LAST_TOP_UP) / (31 * DAY)));

const below = ({ username }: DemoSeller, sellers: readonly DemoSeller[]): DemoSeller[] =>
  sellers.filter(({ parent }) => parent === username);

function spentIn(period: number, seller: DemoSeller): number {
  const payments = customersOf(seller).flatMap(paymentsOf);
  return payments.filter((hoursAgo) => periodOf(hoursAgo) === period).length;
}

function needIn(period: number, seller: DemoSeller, sellers: readonly DemoSeller[]): number {
  return below(seller, sellers).reduce(
    (sum, child) => sum + topUpIn(period, child, sellers),
    spentIn(period, seller),
  );
}

const topUpIn = (period: number, seller: DemoSeller, sellers: readonly DemoSeller[]): number =>
  Math.max(MINIMUM_TOP_UP, needIn(period, seller, sellers));

const periods = Array.from({ length: PERIODS }, (_, period) => period);

/**
 * Returns the credits that remain from the top-ups. The opening credits are smaller by this amount.
 */
export const remainingPast = (seller: DemoSeller, sellers: readonly DemoSeller[]): number =>
  periods.reduce(
    (sum, period) => sum + topUpIn(period, seller, sellers) - needIn(period, seller, sellers),
    0,
  );

export const buildPast = (sellers: readonly DemoSeller[]): PastEvent[] => [
  ...sellers.flatMap((seller, index) =>
    periods.map((period) => topUp(period, index, seller, topUpIn(period, seller, sellers))),
  ),
  ...sellers.flatMap((seller) =>
    customersOf(seller).flatMap((customer, turn) => lifeOf(seller.username, customer, turn)),
  ),
];

/** Returns the event of a top-up. Parents receive their top-ups first, in steps of 36 seconds. */
const topUp = (period: number, index: number, seller: DemoSeller, credits: number): PastEvent => ({
  hoursAgo: LAST_TOP_UP + period * 31 * DAY - 0.01 * index,
  seller: seller.parent,
  run: (ctx, caller, people) =>
    moveCredits(ctx, withoutCode, {
      ...caller,
      params: { id: people.get(seller.username)!.actor.id },
      query: undefined,
      body: { credits: credits * 100, sale: SALE_CENTS, reason: 'Recarga do mês, paga por Pix' },
    }),
});

export const MONTH_CENTS = 3_500;

const names = [
  'Tereza Nunes',
  'Caio Moura',
  'Padaria Central',
  'Lucimara',
  'Gilson',
  'Dona Neide',
  'Mercado do Tião',
  'Edvaldo Reis',
  'Salão da Bete',
  'Seu Jurandir',
  'Patrícia Leal',
  'Oficina do Beto',
];

/**
 * Returns the name of a past customer. When all names are used, adds a number, so that the names of
 * a seller's customers differ.
 */
function nameOf(turn: number): string {
  const round = Math.floor(turn / names.length);
  return `${names[turn % names.length]!}${round === 0 ? '' : ` ${round + 1}`}`;
}

function lifeOf(seller: string, customer: Customer, turn: number): PastEvent[] {
  let id = 0;
  const input = {
    platform: platforms[customer.platform],
    username: undefined,
    whatsapp: null,
    note: nameOf(turn),
    priceCents: MONTH_CENTS,
    pays: { hundredths: 100 },
  };
  const payments = paymentsOf(customer);
  const last = payments.at(-1)!;
  const left = Math.max(Math.min(last / 2, 1 + ((turn * 11) % 80)), last - MONTH - 5 * DAY);
  return [
    ...payments.map((hoursAgo, month): PastEvent => ({
      hoursAgo,
      seller,
      run: async (ctx, caller) => {
        if (month > 0)
          await extendLine(ctx, caller, { lineRef: { id }, hundredths: 100, present: () => ({}) });
        else {
          const plan =
            customer.platform === 'iptv'
              ? { packageId: 1 }
              : { productId: ctx.config.p2pProducts[0]!.id };
          const present = ({ line }: { readonly line: { readonly id: number } }) => {
            id = line.id;
            return {};
          };
          await createLine(ctx, caller, { ...input, product: plan }, { present });
        }
        await markPaid(ctx, caller, { lineId: id, paid: true });
      },
    })),
    { hoursAgo: left, seller, run: (ctx, caller) => deleteLine(ctx, caller, { id }) },
  ];
}
