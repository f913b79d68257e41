/**
 * The quarantine after a restore. The restored data lacks later payments, purchases and imports.
 * Until an admin releases the panel, calls that reach external systems are refused, and jobs that
 * do so are skipped.
 */
export {
  quarantineCondition,
  isInQuarantine,
  readLastRestore,
  readQuarantine,
  recordRestore,
  endQuarantine,
} from './restores.sql.ts';
export { isSettledOutside } from './settled-outside.ts';
export type {
  OutsideEvent,
  OutsideReading,
  OutsideSource,
  OutsideSources,
} from './outside-source.ts';
export { quarantineRoutes } from './quarantine.routes.ts';
export { skipInQuarantine } from './skip-in-quarantine.ts';
