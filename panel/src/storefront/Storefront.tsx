/** /storefront: the sales page of a seller, with its settings and its figures. */
import { useParams } from '@tanstack/react-router';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { StorefrontNumbers } from './numbers/StorefrontNumbers.tsx';
import { StorefrontSettings } from './settings/StorefrontSettings.tsx';

export function Storefront() {
  const { part } = useParams({ strict: false }) as { part?: string };
  return (
    <RequirePermission when={({ profile }) => profile !== 'admin'}>
      {part === 'numbers' ? <StorefrontNumbers /> : <StorefrontSettings />}
    </RequirePermission>
  );
}
