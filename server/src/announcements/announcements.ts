/** Announcements of the admins to the users of the panel. */
export { readPortalAnnouncements } from './list-announcements.ts';
export { announcementRoutes } from './announcements.routes.ts';
