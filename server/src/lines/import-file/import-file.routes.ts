import {
  discardLineFile,
  getLineFile,
  importLineFile,
  judgeLineFile,
  listLineFileRows,
  uploadLineFile,
} from '@ramal/contract/line-import';
import { type Binding, bind } from '../../foundation/http/bind.ts';
import type { House } from '../../foundation/house.ts';
import { importFile } from './import-batch.ts';
import { judgeFile } from './judge-file.ts';
import { discardFile, listFileRows, readLineFile, uploadFile } from './line-files.ts';

export const importFileRoutes = (house: House): Binding[] => [
  bind(uploadLineFile, (call) => uploadFile(house, call)),
  bind(getLineFile, ({ actor, params }) => readLineFile(house.db, actor, params.id)),
  bind(judgeLineFile, (call) => judgeFile(house, call)),
  bind(listLineFileRows, (call) => listFileRows(house, call)),
  bind(importLineFile, (call) => importFile(house, call)),
  bind(discardLineFile, (call) => discardFile(house, call)),
];
