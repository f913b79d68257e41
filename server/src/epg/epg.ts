/** Codes of channels in programme guides, for their editors. */
export { epgRoutes } from './epg.routes.ts';
export { epgExport } from './export-epg.ts';
