/** The words that accounts write to their customers. */
export { messageTextRoutes } from './message-texts.routes.ts';
