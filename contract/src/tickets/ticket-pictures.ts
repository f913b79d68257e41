/**
 * Pictures in the chat of a ticket. A client uploads the picture first, and then names it in the
 * message that shows it.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam, text } from '../api/fields.ts';
import { formatNames, ticketPictureFormats } from '../rules/picture-formats.ts';
import { picture } from './tickets.ts';

export const PICTURE_BYTES = 5 * 1024 * 1024;

export const uploadTicketPicture = endpoint({
  name: 'upload-ticket-picture',
  method: 'POST',
  path: '/api/ticket/:id/pictures',
  summary: `Envia uma imagem (${formatNames(ticketPictureFormats)}, até 5 MB) para uma mensagem deste ticket.`,
  access: { profiles },
  params: idParam,
  upload: { maxBytes: PICTURE_BYTES },
  answer: picture,
  errors: [
    'ticket_not_found',
    'ticket_not_yours',
    'ticket_finished',
    'ticket_blocked',
    'ticket_without_chat',
    'picture_unreadable',
    'pictures_too_many',
    'body_too_large',
    'too_many_attempts',
    'overloaded',
  ],
});

export const getTicketPicture = endpoint({
  name: 'get-ticket-picture',
  method: 'GET',
  path: '/api/ticket-pictures/:name',
  summary: 'Uma imagem do chat, para quem vê o ticket.',
  access: { profiles },
  params: z.object({ name: text('Imagem', 100) }),
  download: true,
  answer: z.undefined(),
  errors: ['picture_not_found'],
});
