/** The brand of a host, public before any sign-in, and the backgrounds that admins upload. */
import { type Row, admins, anybody, each } from './rows.ts';

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** backgrounds.test.ts tries some that are there. */
const ofNone: Row = {
  outcomes: each({ otherwise: 403, admin: 404 }),
  sent: () => ({ params: { id: 1_000_000 } }),
};

export const brands: Record<string, Row> = {
  'get-brand': { outcomes: anybody },
  'get-logo': { outcomes: anybody },
  'get-background': { outcomes: anybody },
  'list-backgrounds': { outcomes: admins },
  'upload-background': { outcomes: admins, sent: () => ({ file: PNG }) },
  'choose-background': ofNone,
  'delete-background': ofNone,
};
