import { getIptvPackages } from '@ramal/contract/iptv-lines';
import sql from 'sql-template-tag';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';

export const catalogueRoutes = (house: House): Binding[] => [
  bind(getIptvPackages, ({ body }) =>
    house.db.many(
      body.package
        ? sql`select id, name, max_connections, allows_tests from packages order by id`
        : sql`select id, name from bouquets order by name`,
    ),
  ),
];
