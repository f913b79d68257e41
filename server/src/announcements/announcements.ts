/** Announcements of the admins to the users of the panel. */
export { readNotices } from './list-announcements.ts';
export { announcementRoutes } from './announcements.routes.ts';
