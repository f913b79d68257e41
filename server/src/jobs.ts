/**
 * Lists every job of the worker. Hours are UTC: 7:00 is 4:00 in São Paulo, when there are almost no
 * sales.
 */
import { removeEmptied } from './balancers/balancers.ts';
import {
  backupTask,
  drillBackups,
  drillTask,
  makeBackups,
  readBackBackups,
  createBasesJob,
} from './backups/backups.ts';
import { type BatchKind, batchRowExport, batchTask } from './batches/batches.ts';
import { noticeDeliveries, dispatchNotices } from './notices/notices.ts';
import { detectSharing } from './abuse/abuse.ts';
import {
  describeTitlesJob,
  endTemporaryChannels,
  epgExport,
  guideRead,
  importApply,
  importRead,
  readGuides,
} from './catalogue/catalogue.ts';
import {
  movementExport,
  notifyLowCredits,
  proveLedger,
  sumMovementMonthsJob,
} from './credits/credits.ts';
import { notifyBigDays, rollUpTreeTotalsJob } from './dashboard/dashboard.ts';
import type { Job } from './foundation/jobs.ts';
import {
  checkHostnameBlocks,
  finishHostnamePurchases,
  remakeLostZones,
  renewHostnames,
} from './hostnames/hostnames.ts';
import { compareServers, comparisonTask, linePush } from './line-servers/line-servers.ts';
import { advanceReferralsJob, referralExport } from './referrals/referrals.ts';
import {
  eraseDeletedLines,
  eraseDeletedResellers,
  maintainPartitions,
  retentionJobs,
} from './retention/retention.ts';
import { bulkFunctionKinds, bulkLineKinds, importLines, lineExport } from './lines/lines.ts';
import { refreshTemplatesJob, readTelegram } from './messaging/messaging.ts';
import { type DeliveryKind, deliveryJob } from './outbox/outbox.ts';
import {
  panelImportApply,
  panelImportPull,
  panelImportUndo,
} from './panel-imports/panel-imports.ts';
import {
  archiveProof,
  followSources,
  hourlyChannelCheck,
  proveArchivesJob,
  sourceCheck,
} from './player/player.ts';
import { couponExport } from './coupons/coupons.ts';
import { checkProvidersJob, lostCharges, rechargeExport, reconcile } from './payments/payments.ts';
import { advanceJob, authorizationExport, shortCreditsJob } from './recurring-pix/recurring-pix.ts';
import {
  firstRollUp,
  numberRowsExport,
  rollUpNumbersJob,
  sendWeeklySummariesJob,
} from './numbers/numbers.ts';
import { probedSources } from './probed-sources.ts';
import { skipInQuarantine } from './quarantine/quarantine.ts';
import { probeJobs } from './reachability/reachability.ts';
import {
  customerChats,
  dispatchRemindersJob,
  planRemindersJob,
  reminderDeliveries,
} from './reminders/reminders.ts';
import { countLineMonthsJob } from './reports/reports.ts';
import { resellerExport } from './resellers/resellers.ts';
import { requeueTasks, runTasks, type TaskKind } from './tasks/tasks.ts';
import { ticketExport } from './tickets/tickets.ts';
import { deleteUpgradeCopies } from './upgrades/upgrades.ts';
import { announceExpiriesJob, webhookDeliveries } from './webhooks/webhooks.ts';
import { reportToSalesChatsJob, salesChatDelivery, salesChats } from './sales-chats/sales-chats.ts';
import {
  storefrontDelivery,
  storefrontMessagesJob,
  storefrontNumbersExport,
} from './storefront/storefront.ts';
import { planWinBacksJob } from './win-back/win-back.ts';
import { syncRecordsJob } from './zones/zones.ts';
import { endStaleViewings } from './watching/watching.ts';

/** Every kind of batch, which is an action on many lines. */
const batchKinds: readonly BatchKind[] = [...bulkLineKinds, ...bulkFunctionKinds, importLines];

export const taskKinds: readonly TaskKind[] = [
  importRead,
  importApply,
  guideRead,
  sourceCheck,
  archiveProof,
  movementExport,
  resellerExport,
  lineExport,
  ticketExport,
  rechargeExport,
  couponExport,
  referralExport,
  storefrontNumbersExport,
  authorizationExport,
  numberRowsExport,
  firstRollUp,
  epgExport,
  batchTask(batchKinds),
  batchRowExport,
  backupTask,
  drillTask,
  comparisonTask,
  panelImportApply,
  panelImportPull,
  panelImportUndo,
];

export const jobs: readonly Job[] = [
  {
    name: 'prove-ledger',
    schedule: '0 7 * * *',
    work: async (ctx) => void (await proveLedger(ctx)),
  },
  ...retentionJobs,
  maintainPartitions,
  deleteUpgradeCopies,
  eraseDeletedLines,
  eraseDeletedResellers,
  endStaleViewings,
  detectSharing,
  rollUpTreeTotalsJob,
  sumMovementMonthsJob,
  countLineMonthsJob,
  rollUpNumbersJob,
  describeTitlesJob,
  endTemporaryChannels,
  followSources,
  refreshTemplatesJob,
  dispatchNotices,
  notifyLowCredits,
  notifyBigDays,
  sendWeeklySummariesJob,
  removeEmptied,
  ...[
    ...probeJobs(probedSources),
    checkHostnameBlocks,
    reconcile,
    advanceReferralsJob,
    lostCharges,
    checkProvidersJob,
    advanceJob,
    shortCreditsJob,
    finishHostnamePurchases,
    renewHostnames,
    planRemindersJob,
    planWinBacksJob,
    dispatchRemindersJob,
    remakeLostZones,
    syncRecordsJob,
    announceExpiriesJob,
    storefrontMessagesJob,
    reportToSalesChatsJob,
  ].map(skipInQuarantine),
  readGuides,
  requeueTasks,
];

/** A separate worker runs tasks, because they may take hours and must not delay scheduled jobs. */
export const longJobs: readonly Job[] = [
  runTasks(taskKinds),
  makeBackups,
  createBasesJob,
  drillBackups,
  readBackBackups,
  hourlyChannelCheck,
  proveArchivesJob,
  skipInQuarantine(compareServers),
];

export const deliveryKinds: readonly DeliveryKind[] = [
  ...noticeDeliveries,
  ...reminderDeliveries,
  ...webhookDeliveries,
  storefrontDelivery,
  salesChatDelivery,
  linePush,
];

/**
 * Jobs that wait for external systems. A separate worker runs them. One job sends many deliveries
 * at the same time. The other job receives the messages of bots.
 */
export const deliveryJobs: readonly Job[] = [
  deliveryJob(deliveryKinds),
  readTelegram({ ...customerChats, sales: salesChats }),
].map(skipInQuarantine);

/**
 * Maximum number of simultaneous long jobs. It is twice the limit of one account, so one account
 * cannot use all slots.
 */
export const LONG_JOBS_AT_ONCE = 4;
