/** The log of what happened: a reading of the events, page by page and as a file. */
export { logRoutes } from './activity-log.routes.ts';
