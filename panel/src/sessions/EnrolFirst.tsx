import { Navigate, Outlet, useLocation } from '@tanstack/react-router';

/** Where a second factor is set up. */
export const OWN_ACCOUNT = '/me';

/** Who must set up a second factor first stands nowhere else; the server refuses the rest anyhow. */
export function EnrolFirst() {
  const { pathname } = useLocation();
  return pathname === OWN_ACCOUNT ? <Outlet /> : <Navigate to={OWN_ACCOUNT} replace />;
}
