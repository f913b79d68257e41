/** What the home screen shows. */
import { type Row, sellers, signedIn } from './rows.ts';

export const home: Record<string, Row> = {
  'get-bonus-users': { outcomes: signedIn },
  'get-due-lines': { outcomes: sellers },
  'list-announcements': { outcomes: signedIn },
};
