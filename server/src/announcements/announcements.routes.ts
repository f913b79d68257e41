import { listAnnouncements as declaration } from '@ramal/contract/announcements';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { listAnnouncements } from './list-announcements.ts';

export const announcementRoutes = (ctx: AppContext): Binding[] => [
  bind(declaration, (call) => listAnnouncements(ctx, call)),
];
