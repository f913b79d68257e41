/** Announcements of the administration to the users of the panel. */
export { announcementRoutes } from './announcements.routes.ts';
