import { getAvailableMovies } from '@ramal/contract/catalogue/available-titles';
import * as archive from '@ramal/contract/catalogue/archive';
import * as catalogue from '@ramal/contract/catalogue/catalogue';
import * as lists from '@ramal/contract/catalogue/catalogue-lists';
import * as packages from '@ramal/contract/catalogue/catalogue-packages';
import * as temporary from '@ramal/contract/catalogue/temporary-channels';
import * as details from '@ramal/contract/catalogue/title-details';
import * as epg from '@ramal/contract/catalogue/epg';
import * as guides from '@ramal/contract/catalogue/guides';
import { getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import sql from 'sql-template-tag';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { exportEpg } from './epg/export-epg.ts';
import { verifyEpg } from './epg/verify-epg.ts';
import { editChannelArchive } from './archive/edit-archive.ts';
import { readChannelArchive } from './archive/read-archive.ts';
import { listAvailableTitles } from './available-titles.ts';
import { createBouquet, deleteBouquet, editBouquet, listBouquets } from './bouquets.ts';
import { editCategory, listCategories } from './categories.ts';
import { listChannelOptions } from './channel-options.ts';
import {
  createGuide,
  deleteGuide,
  editGuide,
  listGuides,
  readGuide,
  readGuideFile,
} from './guides/guides.ts';
import {
  applyImport,
  discardImport,
  importFromUrl,
  importFromFile,
  listImportEntries,
  readImport,
} from './import/imports.ts';
import { createPackage, deletePackage, editPackage, listPackages } from './ready-packages.ts';
import { editSeries, listSeries } from './series.ts';
import {
  createSourceList,
  deleteSourceList,
  editSourceList,
  listSourceLists,
} from './sources/source-lists.ts';
import {
  createTemporaryCategory,
  listTemporaryCategories,
  renameTemporaryCategory,
} from './temporary/temporary-categories.ts';
import {
  addTemporaryChannel,
  changeTemporaryChannel,
  listTemporaryChannels,
  removeTemporaryChannel,
  removeTemporaryChannels,
} from './temporary/temporary-channels.ts';
import { refreshTemporaryChannels } from './temporary/end-temporary-channels.ts';
import { readTitleDetails, saveTitleDetailsKey } from './title-details/key.ts';
import { editStream, listStreams } from './streams.ts';

export const catalogueRoutes = (ctx: AppContext): Binding[] => [
  bind(getIptvPackages, ({ body }) =>
    ctx.db.many(
      body.package
        ? sql`select id, name, max_connections, allows_tests from packages order by id`
        : sql`select id, name from bouquets order by name`,
    ),
  ),

  bind(lists.listSourceLists, () => listSourceLists(ctx)),
  bind(lists.createSourceList, (call) => createSourceList(ctx, call)),
  bind(lists.editSourceList, (call) => editSourceList(ctx, call)),
  bind(lists.deleteSourceList, (call) => deleteSourceList(ctx, call)),
  bind(lists.importFromAddress, (call) => importFromUrl(ctx, call)),
  bind(lists.importFromFile, (call) => importFromFile(ctx, call)),
  bind(lists.getImport, ({ params }) => readImport(ctx.db, params.id)),
  bind(lists.listImportEntries, (call) => listImportEntries(ctx, call)),
  bind(lists.applyImport, (call) => applyImport(ctx, call)),
  bind(lists.discardImport, (call) => discardImport(ctx, call)),

  bind(getAvailableMovies, (call) => listAvailableTitles(ctx, call)),
  bind(catalogue.listChannelOptions, ({ query }) => listChannelOptions(ctx, query.search)),
  bind(catalogue.listStreams, (call) => listStreams(ctx, call)),
  bind(catalogue.editStream, (call) => editStream(ctx, call)),
  bind(archive.getChannelArchive, ({ params }) => readChannelArchive(ctx, ctx.db, params.id)),
  bind(archive.editChannelArchive, (call) => editChannelArchive(ctx, call)),
  bind(catalogue.listSeries, (call) => listSeries(ctx, call)),
  bind(catalogue.editSeries, (call) => editSeries(ctx, call)),
  bind(packages.listCategories, () => listCategories(ctx)),
  bind(packages.editCategory, (call) => editCategory(ctx, call)),
  bind(packages.listBouquets, () => listBouquets(ctx)),
  bind(packages.createBouquet, (call) => createBouquet(ctx, call)),
  bind(packages.editBouquet, (call) => editBouquet(ctx, call)),
  bind(packages.deleteBouquet, (call) => deleteBouquet(ctx, call)),
  bind(packages.listPackages, () => listPackages(ctx)),
  bind(packages.createPackage, (call) => createPackage(ctx, call)),
  bind(packages.editPackage, (call) => editPackage(ctx, call)),
  bind(packages.deletePackage, (call) => deletePackage(ctx, call)),

  bind(guides.listGuides, () => listGuides(ctx)),
  bind(guides.createGuide, (call) => createGuide(ctx, call)),
  bind(guides.editGuide, (call) => editGuide(ctx, call)),
  bind(guides.deleteGuide, (call) => deleteGuide(ctx, call)),
  bind(guides.readGuide, (call) => readGuide(ctx, call)),
  bind(guides.readGuideFile, (call) => readGuideFile(ctx, call)),
  bind(temporary.listTemporaryChannels, () => listTemporaryChannels(ctx)),
  bind(temporary.addTemporaryChannel, (call) => addTemporaryChannel(ctx, call)),
  bind(temporary.changeTemporaryChannel, (call) => changeTemporaryChannel(ctx, call)),
  bind(temporary.removeTemporaryChannel, (call) => removeTemporaryChannel(ctx, call)),
  bind(temporary.removeTemporaryChannels, (call) => removeTemporaryChannels(ctx, call)),
  bind(temporary.refreshTemporaryChannels, () => refreshTemporaryChannels(ctx)),
  bind(temporary.listTemporaryCategories, () => listTemporaryCategories(ctx)),
  bind(temporary.createTemporaryCategory, (call) => createTemporaryCategory(ctx, call)),
  bind(temporary.renameTemporaryCategory, (call) => renameTemporaryCategory(ctx, call)),
  bind(details.getTitleDetails, () => readTitleDetails(ctx)),
  bind(details.saveTitleDetailsKey, (call) => saveTitleDetailsKey(ctx, call)),
  bind(epg.exportEpg, (call) => exportEpg(ctx, call)),
  bind(epg.verifyEpg, () => verifyEpg(ctx)),
];
