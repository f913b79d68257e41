/** Detects the sharing of lines from their viewings. People decide about each finding. */
export { abuseRoutes } from './abuse.routes.ts';
export { blockForAbuse } from './block-line.ts';
export { detectSharing, findSharingLines } from './detect-sharing.ts';
export { eraseFindingsOfLinesCte } from './erase-findings.ts';
