/**
 * Access to brands. The brand of a host is public. The settings of a brand are for admins and for
 * the franchise that owns it. Backgrounds are for admins.
 */
import { randomUUID } from 'node:crypto';
import { type About, type Row, admins, anybody, each } from './rows.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The background does not exist. backgrounds.test.ts uses backgrounds that exist. */
const ofNone: Row = {
  outcomes: each({ otherwise: 403, admin: 404 }),
  sent: () => ({ params: { id: 1_000_000 } }),
};

/** Creates a brand that belongs to no franchise of this table. */
const aBrand: About = async ({ owner }) => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into brands (name, title, accent, force_light, changed_at)
     values ('Aurora', '', '#7b2fa0', true, now()) returning id`,
  );
  return Number(rows[0]!.id);
};
const look = { name: 'Aurora', accent: '#7b2fa0' };
const owned = () => ({ ...look, hosts: [`${randomUUID()}.example`] });

export const brands: Record<string, Row> = {
  'get-brand': { outcomes: anybody },
  'get-logo': { outcomes: anybody },
  'get-background': { outcomes: anybody },
  'list-backgrounds': { outcomes: admins },
  'upload-background': { outcomes: admins, sent: () => ({ file: PNG }) },
  'list-brands': { outcomes: each({ otherwise: 403, franchise: 200, admin: 200 }) },
  'create-brand': { outcomes: admins, sent: () => ({ body: owned() }) },
  'edit-brand': {
    outcomes: admins,
    about: aBrand,
    sent: (id) => ({ params: { id }, body: owned() }),
  },
  'edit-brand-look': {
    outcomes: each({ otherwise: 403, franchise: 404, admin: 200 }),
    about: aBrand,
    sent: (id) => ({ params: { id }, body: look }),
  },
  'delete-brand': { outcomes: admins, about: aBrand, sent: (id) => ({ params: { id } }) },
  'upload-brand-picture': {
    outcomes: each({ otherwise: 200 }),
    sent: () => ({ params: { kind: 'logo' }, file: PNG }),
  },
  'choose-background': ofNone,
  'delete-background': ofNone,
};
