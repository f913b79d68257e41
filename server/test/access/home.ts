/** Access to the home screen and to its announcements, which admins publish. */
import { type About, type Row, admins, sellers, signedIn } from './rows.ts';

const anAnnouncement: About = async ({ owner, clock }) => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into announcements (type, title, body, published_at) values (1, 'Aviso', '<p>Texto</p>', $1) returning id`,
    [clock.now()],
  );
  return Number(rows[0]!.id);
};

export const home: Record<string, Row> = {
  'get-bonus-users': { outcomes: signedIn },
  'get-due-lines': { outcomes: sellers },
  'list-announcements': { outcomes: signedIn },
  'list-written-announcements': { outcomes: admins, sent: () => ({ query: { type: 1 } }) },
  'get-announcement': {
    outcomes: admins,
    about: anAnnouncement,
    sent: (id) => ({ params: { id } }),
  },
  'save-announcement': {
    outcomes: admins,
    about: anAnnouncement,
    sent: (id) => ({ body: { id, titulo: 'Aviso', mensagem: '<p>Outro</p>', type: 2 } }),
  },
  'delete-announcement': {
    outcomes: admins,
    about: anAnnouncement,
    sent: (id) => ({ params: { id } }),
  },
};
