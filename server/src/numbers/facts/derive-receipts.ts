/**
 * Derives the payments and refunds of a line's customer from its charges and from the periods that
 * the seller marked as paid.
 */
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import type { LineFacts } from './line-facts.ts';

export interface Receipt {
  readonly lineId: number;
  readonly accountId: number;
  /** Identifies the payment, and whether the money was received or returned. */
  readonly source: string;
  readonly at: Date;
  /** Negative for returned money. */
  readonly cents: number;
  readonly method: 'pix' | 'card' | 'manual';
  readonly platform: PlatformKey;
  readonly feeCents: number;
  /** Time of the payment that a refund returns; null for payments. */
  readonly paidAt: Date | null;
}

export function deriveReceipts(facts: LineFacts): Receipt[] {
  const { charges, marks, pixFee, cardFee } = facts;
  const line = { lineId: facts.id, accountId: facts.ownerId, platform: facts.platform };
  const paid = charges.map(({ id, cents, method, paidAt }) => ({
    ...line,
    source: `charge:${id}:paid`,
    at: paidAt,
    cents,
    method,
    feeCents: Math.round((cents * (method === 'pix' ? pixFee : cardFee)) / 10_000),
    paidAt: null,
  }));
  const returned = charges.flatMap(({ id, cents, method, paidAt, returnedAt }) =>
    returnedAt === null
      ? []
      : [
          {
            ...line,
            source: `charge:${id}:returned`,
            at: returnedAt,
            cents: -cents,
            method,
            feeCents: 0,
            paidAt,
          },
        ],
  );
  const marked = marks.map(({ id, cents, paidAt }) => ({
    ...line,
    source: `mark:${id}`,
    at: paidAt,
    cents,
    method: 'manual' as const,
    feeCents: 0,
    paidAt: null,
  }));
  return [...paid, ...returned, ...marked];
}
