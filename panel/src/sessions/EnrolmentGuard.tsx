import { Navigate, Outlet, useLocation } from '@tanstack/react-router';

/** Screen on which a second factor is set up. */
export const ACCOUNT_PATH = '/me';

/**
 * An account that must set up a second factor first sees no other screen; the server refuses the rest. It
 * stays on the screen afterwards: the recovery codes are shown there, and only once.
 */
export function EnrolmentGuard({ mustEnrol }: { mustEnrol: boolean }) {
  const { pathname } = useLocation();
  return mustEnrol && pathname !== ACCOUNT_PATH ? (
    <Navigate to={ACCOUNT_PATH} replace />
  ) : (
    <Outlet />
  );
}
