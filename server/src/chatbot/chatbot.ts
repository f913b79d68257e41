/** Addresses for apps that reply automatically and give tests to strangers. */
export { chatbotRoutes } from './chatbot.routes.ts';
