/**
 * Functions for other modules: settings of the DNS provider, DNS records, and the job that checks
 * them.
 */
export { currentDns, readDnsSettings } from './dns-settings.ts';
export { syncRecordsJob, syncRecordsNow, type Removal, removeRecordNow } from './sync-records.ts';
export type { DnsProvider } from './port.ts';
export { outsideRecords } from './outside-records.ts';
export {
  findRecord,
  deleteStoredRecord,
  syncRecord,
  readdressRecords,
  setWantedRecord,
} from './records.ts';
export { editedByHand, selectRecord } from './serialize-record.ts';
export { zoneRoutes } from './zones.routes.ts';
