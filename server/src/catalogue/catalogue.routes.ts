import * as catalogue from '@ramal/contract/catalogue';
import * as lists from '@ramal/contract/catalogue-lists';
import * as packages from '@ramal/contract/catalogue-packages';
import * as guides from '@ramal/contract/guides';
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

  bind(lists.listSourceLists, () => listSourceLists(house)),
  bind(lists.createSourceList, (call) => createSourceList(house, call)),
  bind(lists.editSourceList, (call) => editSourceList(house, call)),
  bind(lists.deleteSourceList, (call) => deleteSourceList(house, call)),
  bind(lists.importFromAddress, (call) => importFromAddress(house, call)),
  bind(lists.importFromFile, (call) => importFromFile(house, call)),
  bind(lists.getImport, ({ params }) => readImport(house.db, params.id)),
  bind(lists.listImportEntries, (call) => listImportEntries(house, call)),
  bind(lists.applyImport, (call) => applyImport(house, call)),
  bind(lists.discardImport, (call) => discardImport(house, call)),

  bind(catalogue.listStreams, (call) => listStreams(house, call)),
  bind(catalogue.editStream, (call) => editStream(house, call)),
  bind(catalogue.listSeries, (call) => listSeries(house, call)),
  bind(catalogue.editSeries, (call) => editSeries(house, call)),
  bind(packages.listCategories, () => listCategories(house)),
  bind(packages.editCategory, (call) => editCategory(house, call)),
  bind(packages.listBouquets, () => listBouquets(house)),
  bind(packages.createBouquet, (call) => createBouquet(house, call)),
  bind(packages.editBouquet, (call) => editBouquet(house, call)),
  bind(packages.deleteBouquet, (call) => deleteBouquet(house, call)),
  bind(packages.listPackages, () => listPackages(house)),
  bind(packages.createPackage, (call) => createPackage(house, call)),
  bind(packages.editPackage, (call) => editPackage(house, call)),
  bind(packages.deletePackage, (call) => deletePackage(house, call)),

  bind(guides.listGuides, () => listGuides(house)),
  bind(guides.createGuide, (call) => createGuide(house, call)),
  bind(guides.editGuide, (call) => editGuide(house, call)),
  bind(guides.deleteGuide, (call) => deleteGuide(house, call)),
  bind(guides.readGuide, (call) => readGuide(house, call)),
  bind(guides.readGuideFile, (call) => readGuideFile(house, call)),
  bind(catalogue.checkSources, (call) => checkSources(house, call)),
];
