/** What lines can watch: streams, films, series, packages, guides, and their import. */
export { catalogueRoutes } from './catalogue.routes.ts';
export { sourceCheck } from './check-sources.ts';
export { deleteOldImportEntries } from './delete-old-entries.ts';
export { guideRead, readGuides } from './guide-read.ts';
export { importApply } from './import-apply.ts';
export { importRead } from './import-read.ts';
export {
  bouquetNames,
  type PackageChoice,
  type PackageFacts,
  packageFacts,
  readPackageChoice,
  validatePackage,
} from './packages.ts';
export { openSourceHealth, type SourceHealth } from './source-health.ts';
