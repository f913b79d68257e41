/**
 * Signed webhooks: events in an account's tree are sent to the endpoints that the account
 * configured.
 */
export { announceExpiriesJob } from './announce-expiries.ts';
export { findEndpointFor, sendOnce } from './send-once.ts';
export { webhookDeliveries } from './send-webhook.ts';
export { webhookRoutes } from './webhooks.routes.ts';
