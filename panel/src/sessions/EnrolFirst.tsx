import { Navigate, Outlet, useLocation } from '@tanstack/react-router';

/** Where a second factor is set up. */
export const OWN_ACCOUNT = '/me';

/**
 * Who must set up a second factor first stands nowhere else; the server refuses the rest anyhow. The
 * screen stays the same one when that is done: its recovery codes are shown there, and only once.
 */
export function EnrolFirst({ mustEnrol }: { mustEnrol: boolean }) {
  const { pathname } = useLocation();
  return mustEnrol && pathname !== OWN_ACCOUNT ? <Navigate to={OWN_ACCOUNT} replace /> : <Outlet />;
}
