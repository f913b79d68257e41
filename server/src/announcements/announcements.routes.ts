import {
  deleteAnnouncement as deleteDeclaration,
  getAnnouncement as getDeclaration,
  listAnnouncements as listDeclaration,
  listWrittenAnnouncements as listWrittenDeclaration,
  saveAnnouncement as saveDeclaration,
} from '@ramal/contract/announcements';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { listAnnouncements, listWrittenAnnouncements } from './list-announcements.ts';
import { deleteAnnouncement, getAnnouncement, saveAnnouncement } from './write-announcements.ts';

export const announcementRoutes = (ctx: AppContext): Binding[] => [
  bind(listDeclaration, (call) => listAnnouncements(ctx, call)),
  bind(listWrittenDeclaration, (call) => listWrittenAnnouncements(ctx, call)),
  bind(getDeclaration, ({ params }) => getAnnouncement(ctx, params.id)),
  bind(saveDeclaration, async (call) => ({
    ...(await saveAnnouncement(ctx, call, call.body)),
    message:
      call.body.id === 0 ? 'Anúncio publicado com sucesso!' : 'Anúncio alterado com sucesso!',
  })),
  bind(deleteDeclaration, async (call) => {
    await deleteAnnouncement(ctx, call, call.params.id);
    return { id: call.params.id, message: 'Anúncio deletado com sucesso!' };
  }),
];
