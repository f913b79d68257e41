/** What the operator announces to the people of the panel. */
export { announcementRoutes } from './announcements.routes.ts';
