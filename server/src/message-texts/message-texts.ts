/** The texts of messages that accounts send to their customers. */
export { readTexts } from './own-texts.ts';
export { messageTextRoutes } from './message-texts.routes.ts';
