/** Sharing of lines: it is detected from what was watched, and a person decides about each finding. */
export { abuseRoutes } from './abuse.routes.ts';
export { blockForAbuse } from './block-line.ts';
export { detectSharing, lookForSharing } from './detect-sharing.ts';
export { eraseFindingsCte, eraseFindingsOfLinesCte } from './erase-findings.ts';
