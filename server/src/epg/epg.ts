/** The codes under which channels stand in programme guides, for those who keep the guides. */
export { epgRoutes } from './epg.routes.ts';
export { epgExport } from './export-epg.ts';
