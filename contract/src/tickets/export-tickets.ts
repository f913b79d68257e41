/** Spreadsheet of tickets. A chosen status is set in the same step (Q-TICKETUPDATE). */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { day, id, ids, text, whole } from '../api/fields.ts';
import { exportStarted } from '../exports.ts';
import { PORTAL_TICKETS } from '../rules/tickets.ts';

export const exportTickets = endpoint({
  name: 'export-tickets',
  method: 'POST',
  path: '/api/export-tickets',
  summary: 'Planilha dos tickets sob estes filtros, que depois mudam de status (Q-TICKETUPDATE).',
  access: { profiles: ['admin'] },
  body: z.object({
    /** Text that is searched in the title, as on the screen. */
    content: text('Título', 100).optional(),
    category: whole('Categoria', 1, 9).optional(),
    status: whole('Status', 0, 3).optional(),
    date: day('Data').optional(),
    filterResellerId: id('ID Rev').optional(),
    /** `key` of an incident. The filter selects the tickets about its channel. */
    channel: text('Canal', 200).optional(),
    /** New status; 0 is N/A and changes nothing. */
    atualizaStatus: whole('Status', 0, 3).default(0),
    systemTypeId: whole('Tipo', 1, PORTAL_TICKETS).default(1),
    ids: ids('Tickets').optional(),
  }),
  answer: exportStarted,
  errors: ['no_items_to_export', 'tasks_too_many'],
});
