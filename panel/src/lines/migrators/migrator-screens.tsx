/** The two migrators, for accounts that sell on the platform. */
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { sells } from '../platforms/sold-platforms.ts';
import { Migrator } from './Migrator.tsx';
import { iptvMigrator, type Migrator as MigratorOf, p2pMigrator } from './migrator.ts';

const migrating = (migrator: MigratorOf) => () => (
  <RequirePermission when={(profile) => sells(profile, migrator.platform.definition)}>
    <Migrator migrator={migrator} />
  </RequirePermission>
);

export const IptvMigrator = migrating(iptvMigrator);
export const P2pMigrator = migrating(p2pMigrator);
