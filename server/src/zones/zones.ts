/**
 * Zones and records at the operator's DNS provider: created, checked, and kept if edited by hand.
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
