/** Catalogue: streams, films, series, packages, guides, and their import. */
export {
  archiveAddresses,
  type ArchiveAddress,
  type ArchiveMoment,
  parseXtreamAddress,
} from './archive/archive-address.ts';
export {
  type ArchiveSourceRow,
  archiveSources,
  refreshOfferedDays,
} from './archive/archive.sql.ts';
export { type Gap, readRecordingGaps } from './archive/recording-gaps.ts';
export { readXtreamAccount } from './archive/xtream-archives.ts';
export { type StoredProof } from './archive/read-archive.ts';
export { catalogueRoutes } from './catalogue.routes.ts';
export { epgExport } from './epg/export-epg.ts';
export { guideRead, readGuides } from './guides/guide-read.ts';
export { importApply } from './import/import-apply.ts';
export { importRead } from './import/import-read.ts';
export { parseHost } from './import/taken-names.ts';
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
