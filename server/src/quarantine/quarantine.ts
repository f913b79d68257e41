/**
 * The hold after a restore. The database remembers a day that is over: what was paid, bought or moved
 * since is unknown to it, so nothing that reaches outside is done until an admin has looked.
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
