import { Navigate, Outlet, useLocation } from '@tanstack/react-router';

/** Screen on which a second factor is set up. */
export const ACCOUNT_PATH = '/me';

/**
 * An account that must set up a second factor can open only this screen; the server rejects other
 * calls. The account stays on the screen after the setup, because the recovery codes are shown only
 * there and only once.
 */
export function EnrolmentGuard({ mustEnrol }: { mustEnrol: boolean }) {
  const { pathname } = useLocation();
  return mustEnrol && pathname !== ACCOUNT_PATH ? (
    <Navigate to={ACCOUNT_PATH} replace />
  ) : (
    <Outlet />
  );
}
