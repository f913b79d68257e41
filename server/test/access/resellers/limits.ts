import { type Row, aboutAccount, ownTree } from '../rows.ts';

export const limits: Record<string, Row> = {
  'get-limits': aboutAccount(ownTree),
  'set-limits': aboutAccount(ownTree, { lines: 10 }),
};
