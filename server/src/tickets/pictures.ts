/** Pictures in the chat of a ticket. */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { Download } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { PICTURES_A_MESSAGE } from '@ramal/contract/tickets/tickets';
import { ticketPictureFormats } from '@ramal/contract/rules/picture-formats';
import sql from 'sql-template-tag';
import type { Caller, ReaderAccount } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { encodePicture, PICTURE_TYPE } from '../foundation/files/encode-picture.ts';
import type { MessagePicture } from './messages.ts';
import { findTicket, isVisibleTo, findTicketSide, findWriteRefusal } from './ticket.ts';

const RULES = { kinds: ticketPictureFormats, longestSide: 2_000 } as const;

export async function uploadPicture(
  ctx: AppContext,
  { actor }: Caller,
  ticketId: number,
  file: Readable,
): Promise<MessagePicture> {
  const ticket = await findTicket(ctx.db, actor, ticketId);
  const why = findWriteRefusal(ticket, findTicketSide(ticket, actor), actor.profile === 'admin');
  if (why) refuse(why);
  const uploaded = await buffer(file);
  const { bytes, width, height } = await encodePicture(uploaded, RULES);
  const name = randomBytes(24).toString('base64url');
  const inserted = await ctx.db.tx((tx) =>
    tx.run(sql`
      insert into ticket_pictures (name, ticket_id, account_id, width, height, bytes, created_at)
      select ${name}, ${ticketId}, ${actor.id}, ${width}, ${height}, ${bytes}, ${ctx.clock.now()}
      where (select count(*) from ticket_pictures
        where ticket_id = ${ticketId} and account_id = ${actor.id} and message_id is null) < ${2 * PICTURES_A_MESSAGE}`),
  );
  if (inserted === 0) refuse('pictures_too_many');
  return { name, width, height, bytes: bytes.length };
}

/**
 * Returns a picture to accounts that see the ticket. The client caches it only briefly, because a
 * removed message removes its pictures.
 */
export async function fetchPicture(
  { db }: AppContext,
  actor: ReaderAccount,
  name: string,
): Promise<Download> {
  const picture = await db.first<{ bytes: Buffer }>(sql`
    select p.bytes from ticket_pictures p join tickets t on t.id = p.ticket_id
      left join ticket_messages m on m.id = p.message_id
    where p.name = ${name} and ${isVisibleTo(actor)} and m.removed_at is null
      and (p.message_id is not null or p.account_id = ${actor.id})`);
  if (!picture) return refuse('picture_not_found');
  return { name: 'imagem.webp', type: PICTURE_TYPE, content: piecesOf(picture.bytes) };
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
