/** Signed webhooks: what happens in an account's tree is told to the addresses it chose. */
export { announceExpiriesJob } from './announce-expiries.ts';
export { deleteOldMessages } from './delete-old-messages.ts';
export { findEndpointFor, sendOnce } from './send-once.ts';
export { webhookDeliveries } from './send-webhook.ts';
export { webhookRoutes } from './webhooks.routes.ts';
