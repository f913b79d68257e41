/** What the home screen shows. */
import { type Row, signedIn } from './rows.ts';

export const home: Record<string, Row> = {
  'get-bonus-users': { outcomes: signedIn },
  'list-announcements': { outcomes: signedIn },
};
