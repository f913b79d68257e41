/** Catalogue: streams, films, series, packages, guides, and their import. */
export { catalogueRoutes } from './catalogue.routes.ts';
export { hourlyChannelCheck } from './sources/check-channels.ts';
export { sourceCheck } from './sources/check-sources.ts';
export { epgExport } from './epg/export-epg.ts';
export { guideRead, readGuides } from './guides/guide-read.ts';
export { importApply } from './import/import-apply.ts';
export { importRead } from './import/import-read.ts';
export {
  bouquetNames,
  type PackageChoice,
  type PackageFacts,
  packageFacts,
  readPackageChoice,
  validatePackage,
} from './packages.ts';
export { endTemporaryChannels } from './temporary/end-temporary-channels.ts';
export { describeTitlesJob } from './title-details/describe-titles.ts';
export { openSourceHealth, type SourceHealth } from './sources/source-health.ts';
