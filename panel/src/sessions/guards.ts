/**
 * Guards of the routes. Without a stored user id, every route redirects to /login. After the
 * sign-in, /login returns to this route. A signed-in user who opens /login is redirected
 * (S-ROUTE-01, -03, -04). Permissions of a profile are checked by the server.
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
 * Redirects to /login without a session: `beforeLoad` of every route except /login. /dns-collector
 * has it too, although its first 401 would redirect as well (S-ROUTE-02, Q-DNSCOLGUARD).
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
 * Redirects when the session starts or ends, in this tab or another one. After a sign-in the panel
 * opens. After the end, /login opens. If the server ended the session, the next sign-in returns to
 * the same screen.
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
      // Another tab signed in with another account, so all shown data is requested again.
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
