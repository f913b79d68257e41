/** /storefront/rows/{rows}: the visits, requests or sales that a figure of the sales page counts. */
import { useParams } from '@tanstack/react-router';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { NotFound } from '../../shell/NotFound.tsx';
import { RequestRows } from './RequestRows.tsx';
import { SaleRows } from './SaleRows.tsx';
import { VisitRows } from './VisitRows.tsx';

const lists = { visits: VisitRows, requests: RequestRows, sales: SaleRows };

export function StorefrontRows() {
  const { rows = '' } = useParams({ strict: false }) as { rows?: string };
  if (!Object.hasOwn(lists, rows)) return <NotFound />;
  const List = lists[rows as keyof typeof lists];
  return (
    <RequirePermission when={({ profile }) => profile !== 'admin'}>
      <List key={rows} />
    </RequirePermission>
  );
}
