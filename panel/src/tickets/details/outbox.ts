/** Messages on their way: kept by the browser until the server has them, so that nothing written is lost. */
import { newKey } from '../../../../packages/pages/src/keys.ts';

export interface Outgoing {
  /** The message's id on the server too: sent again, it is no second message. */
  readonly clientId: string;
  readonly text: string;
  readonly pictures: readonly string[];
  /** Why the server will not take it. */
  readonly refused?: string;
}

const keyOf = (userId: number, ticketId: number): string => `ramal.outbox.${userId}.${ticketId}`;

export function readOutbox(userId: number, ticketId: number): Outgoing[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId, ticketId)) ?? '[]') as Outgoing[];
  } catch {
    return [];
  }
}

export function writeOutbox(userId: number, ticketId: number, outbox: readonly Outgoing[]): void {
  try {
    if (outbox.length === 0) localStorage.removeItem(keyOf(userId, ticketId));
    else localStorage.setItem(keyOf(userId, ticketId), JSON.stringify(outbox));
  } catch {
    // Storage withheld: what is written lives as long as the page.
  }
}

export const newOutgoing = (text: string, pictures: readonly string[]): Outgoing => ({
  clientId: newKey(),
  text,
  pictures,
});
