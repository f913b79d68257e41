/**
 * Messages to the outside: e-mail, bots, webhooks. A delivery is written in the transaction that causes
 * it and sent by the worker, each queue apart, so that one that fails delays no other.
 */
export { countWaiting } from './count-waiting.ts';
export {
  countUnsent,
  endQueue,
  enqueueDeliveries,
  type NewDelivery,
  sendAgain,
} from './enqueue.ts';
export type { Delivery, DeliveryKind, DeliveryOutcome } from './delivery.ts';
export { deliverDue, deliveryJob } from './deliver.ts';
export { deleteOldDeliveries } from './delete-old-deliveries.ts';
export { pauseQueue, resumeQueue } from './pauses.ts';
export { retryAfterMs } from './retry-after.ts';
