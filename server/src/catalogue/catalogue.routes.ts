import * as catalogue from '@ramal/contract/catalogue';
import { getIptvPackages } from '@ramal/contract/iptv-lines';
import sql from 'sql-template-tag';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { createBouquet, deleteBouquet, editBouquet, listBouquets } from './bouquets.ts';
import { editCategory, listCategories } from './categories.ts';
import { checkSources } from './check-sources.ts';
import {
  createGuide,
  deleteGuide,
  editGuide,
  listGuides,
  readGuide,
  readGuideFile,
} from './guides.ts';
import {
  applyImport,
  discardImport,
  importFromAddress,
  importFromFile,
  listImportEntries,
  readImport,
} from './imports.ts';
import { createPackage, deletePackage, editPackage, listPackages } from './ready-packages.ts';
import { editSeries, listSeries } from './series.ts';
import {
  createSourceList,
  deleteSourceList,
  editSourceList,
  listSourceLists,
} from './source-lists.ts';
import { editStream, listStreams } from './streams.ts';

export const catalogueRoutes = (house: House): Binding[] => [
  bind(getIptvPackages, ({ body }) =>
    house.db.many(
      body.package
        ? sql`select id, name, max_connections, allows_tests from packages order by id`
        : sql`select id, name from bouquets order by name`,
    ),
  ),

  bind(catalogue.listSourceLists, () => listSourceLists(house)),
  bind(catalogue.createSourceList, (call) => createSourceList(house, call)),
  bind(catalogue.editSourceList, (call) => editSourceList(house, call)),
  bind(catalogue.deleteSourceList, (call) => deleteSourceList(house, call)),
  bind(catalogue.importFromAddress, (call) => importFromAddress(house, call)),
  bind(catalogue.importFromFile, (call) => importFromFile(house, call)),
  bind(catalogue.getImport, ({ params }) => readImport(house.db, params.id)),
  bind(catalogue.listImportEntries, (call) => listImportEntries(house, call)),
  bind(catalogue.applyImport, (call) => applyImport(house, call)),
  bind(catalogue.discardImport, (call) => discardImport(house, call)),

  bind(catalogue.listStreams, (call) => listStreams(house, call)),
  bind(catalogue.editStream, (call) => editStream(house, call)),
  bind(catalogue.listSeries, (call) => listSeries(house, call)),
  bind(catalogue.editSeries, (call) => editSeries(house, call)),
  bind(catalogue.listCategories, () => listCategories(house)),
  bind(catalogue.editCategory, (call) => editCategory(house, call)),
  bind(catalogue.listBouquets, () => listBouquets(house)),
  bind(catalogue.createBouquet, (call) => createBouquet(house, call)),
  bind(catalogue.editBouquet, (call) => editBouquet(house, call)),
  bind(catalogue.deleteBouquet, (call) => deleteBouquet(house, call)),
  bind(catalogue.listPackages, () => listPackages(house)),
  bind(catalogue.createPackage, (call) => createPackage(house, call)),
  bind(catalogue.editPackage, (call) => editPackage(house, call)),
  bind(catalogue.deletePackage, (call) => deletePackage(house, call)),

  bind(catalogue.listGuides, () => listGuides(house)),
  bind(catalogue.createGuide, (call) => createGuide(house, call)),
  bind(catalogue.editGuide, (call) => editGuide(house, call)),
  bind(catalogue.deleteGuide, (call) => deleteGuide(house, call)),
  bind(catalogue.readGuide, (call) => readGuide(house, call)),
  bind(catalogue.readGuideFile, (call) => readGuideFile(house, call)),
  bind(catalogue.checkSources, (call) => checkSources(house, call)),
];
