/** The texts of messages that accounts send to their customers. */
export { messageTextRoutes } from './message-texts.routes.ts';
