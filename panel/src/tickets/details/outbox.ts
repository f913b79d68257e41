/**
 * Messages that are being sent. The browser stores them until the server confirms them, so that no
 * text is lost.
 */
import { newKey } from '../../../../packages/pages/src/keys.ts';

export interface Outgoing {
  /**
   * Id of the message, also on the server, so that a repeated call does not create a second
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
    // Storage is blocked: unsent messages last as long as the page.
  }
}

export const newOutgoing = (text: string, pictures: readonly string[]): Outgoing => ({
  clientId: newKey(),
  text,
  pictures,
});
