/**
 * Guards of the routes. Without a stored user id every route redirects to /login, which returns to
 * the route after the sign-in. /login redirects signed-in accounts (S-ROUTE-01, -03, -04). The
 * server decides what a profile may see.
 */
import type { QueryClient } from '@tanstack/react-query';
import { type AnyRouter, redirect } from '@tanstack/react-router';
import { currentSession, onSessionChange } from '../foundation/api/session.ts';

const SIGN_IN = '/login';
const HOME = '/dashboard';

/** Search parameters of /login: the screen to return to after the sign-in. */
interface SignInSearch {
  readonly voltar?: string;
}

/**
 * `validateSearch` of /login. Accepts only a path of this panel, because a link must not lead to
 * another site.
 */
export function readSignInSearch({ voltar }: Record<string, unknown>): SignInSearch {
  return isOwnPath(voltar) ? { voltar } : {};
}

/**
 * Redirects to /login without a session: `beforeLoad` of every route except /login. The
 * specification omits it for /dns-collector, but the first 401 would redirect to the sign-in anyway
 * (S-ROUTE-02, Q-DNSCOLGUARD).
 */
export function requireSession({ location }: { location: { href: string } }): void {
  if (!currentSession())
    throw redirect({ to: SIGN_IN, search: backTo(location.href), replace: true });
}

/** Redirects a signed-in user away from the sign-in page: `beforeLoad` of /login. */
export function requireNoSession({ search }: { search: SignInSearch }): void {
  if (currentSession()) throw redirect({ href: search.voltar ?? HOME, replace: true });
}

/** Redirects to the home screen: `beforeLoad` of /. */
export function goHome(): never {
  throw redirect({ to: HOME, replace: true });
}

/**
 * Follows the start and end of the session, in this tab or another one. After the end, redirects to
 * /login, with a return to the same screen if the server ended the session. After a sign-in,
 * redirects to the panel.
 */
export function followSession(router: AnyRouter, client: QueryClient): () => void {
  return onSessionChange((session, ending) => {
    const { pathname, href, search } = router.state.location;
    if (!session) {
      client.clear();
      if (pathname === SIGN_IN) return;
      void router.navigate({
        to: SIGN_IN,
        search: ending === 'ended' ? backTo(href) : {},
        replace: true,
      });
    } else if (pathname === SIGN_IN) {
      client.clear();
      void router.navigate({
        href: readSignInSearch(search as Record<string, unknown>).voltar ?? HOME,
        replace: true,
      });
    } else {
      // Another tab signed in with another account: all shown data is requested again.
      void client.resetQueries();
    }
  });
}

const backTo = (href: string): SignInSearch =>
  isOwnPath(href) && href !== HOME ? { voltar: href } : {};

const isOwnPath = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\/(?![/\\])/.test(value) &&
  value !== '/' &&
  !value.startsWith(SIGN_IN);
