/** Resellers and their tree: create, list, edit, block, move, delete, restore, and move credits. */
export { importReseller } from './import-reseller.ts';
export { createReseller, createResellerIn } from './create-reseller.ts';
export { resellerExport } from './list/export-resellers.ts';
export { setGrants } from './grants.ts';
export { moveCredits } from './move-credits.ts';
export { resellerRoutes } from './resellers.routes.ts';
export { isNameTaken, refuseTakenName } from './taken-name.ts';
export { RESTORABLE_DAYS } from './serialize-reseller.ts';
