import type { WhatsappTemplate } from '../../messaging/messaging.ts';

export interface Reply {
  readonly text: string;
  /** Labels of the buttons. */
  readonly options?: readonly string[];
  /** True if a button shares the person's own number. */
  readonly asksContact?: boolean;
  /** Template of WhatsApp outside the 24 hours. */
  readonly template?: WhatsappTemplate;
  /** Charge whose result the reply reports. */
  readonly chargeId?: number;
}
