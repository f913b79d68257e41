/**
 * Messages to external systems: e-mail, bots, webhooks. A delivery is written in the transaction
 * that causes it, and a worker sends it. Queues are independent, so a failing one does not delay
 * the others.
 */
export { countWaiting } from './count-waiting.ts';
export {
  countUnsent,
  discardHeldDeliveries,
  endQueue,
  enqueueDeliveries,
  type NewDelivery,
  requestDelivery,
  resendDeliveries,
} from './enqueue.ts';
export type { Delivery, DeliveryKind, DeliveryOutcome } from './delivery.ts';
export { deliverDue, deliveryJob } from './deliver.ts';
export { findPause, pauseQueue, resumeQueue } from './pauses.ts';
export { retryAfterMs } from './retry-after.ts';
