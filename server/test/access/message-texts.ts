/** Texts of an account to its customers. Each account reads and writes only its own. */
import { type Row, signedIn } from './rows.ts';

export const messageTexts: Record<string, Row> = {
  'get-message-texts': { outcomes: signedIn },
  'save-message-text': {
    outcomes: signedIn,
    sent: () => ({ body: { kind: 'receipt', text: 'Oi, {nome}' } }),
  },
  'set-link-host': { outcomes: signedIn, sent: () => ({ body: { host: null } }) },
};
