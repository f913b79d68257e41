/** Access to the texts for customers. Each account reads and writes only its own texts. */
import { type Row, signedIn } from './rows.ts';

export const messageTexts: Record<string, Row> = {
  'get-message-texts': { outcomes: signedIn },
  'save-message-text': {
    outcomes: signedIn,
    sent: () => ({ body: { kind: 'receipt', text: 'Oi, {nome}' } }),
  },
  'set-link-host': { outcomes: signedIn, sent: () => ({ body: { host: null } }) },
};
