import { Navigate, Outlet, useLocation } from '@tanstack/react-router';

/** Screen on which a second factor is set up. */
export const ACCOUNT_PATH = '/me';

/**
 * Redirects an account that must set up a second factor to the screen for it, because the server
 * rejects its other calls. After the setup the account stays on the screen. The recovery codes are
 * shown only there, and only once.
 */
export function EnrolmentGuard({ mustEnrol }: { mustEnrol: boolean }) {
  const { pathname } = useLocation();
  return mustEnrol && pathname !== ACCOUNT_PATH ? (
    <Navigate to={ACCOUNT_PATH} replace />
  ) : (
    <Outlet />
  );
}
