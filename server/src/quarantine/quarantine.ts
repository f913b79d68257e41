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
export { isSettledOutside, readSettled } from './settled-outside.ts';
export { quarantineRoutes } from './quarantine.routes.ts';
export { restsInQuarantine } from './rest.ts';
