/**
 * Messages that are not sent yet. The browser stores them until the server confirms them, so that
 * no text is lost.
 */
import { newKey } from '../../../../packages/pages/src/keys.ts';

export interface Outgoing {
  /**
   * Id of the message, which the server stores too. A repeated call therefore creates no second
   * message.
   */
  readonly clientId: string;
  readonly text: string;
  readonly pictures: readonly string[];
  /** Reason why the server rejects the message. */
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
    // Storage is blocked, so unsent messages are lost when the page is closed.
  }
}

export const newOutgoing = (text: string, pictures: readonly string[]): Outgoing => ({
  clientId: newKey(),
  text,
  pictures,
});
