/**
 * The quarantine after a restore. Later payments, purchases and moves are missing in the restored
 * data. Nothing that reaches outside is done until an admin releases the panel.
 */
export {
  isHeld,
  isInQuarantine,
  readLastRestore,
  readQuarantine,
  recordRestore,
  release,
} from './restores.sql.ts';
export { isSettledOutside } from './settled-outside.ts';
export type {
  OutsideEvent,
  OutsideReading,
  OutsideSource,
  OutsideSources,
} from './outside-source.ts';
export { quarantineRoutes } from './quarantine.routes.ts';
export { restsInQuarantine } from './rest.ts';
