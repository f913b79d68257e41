import { listAnnouncements as declaration } from '@ramal/contract/announcements';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { listAnnouncements } from './list-announcements.ts';

export const announcementRoutes = (house: House): Binding[] => [
  bind(declaration, (call) => listAnnouncements(house, call)),
];
