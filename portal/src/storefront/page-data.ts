import { namesInside } from '@ramal/contract/api/wire-names';
import type { StorefrontPage } from '@ramal/contract/storefront/page';

/**
 * Returns the data that the server writes into the page. Undefined if it wrote none, for example
 * because no page has this address.
 */
export function readWrittenPage(): StorefrontPage | undefined {
  const written = document.querySelector<HTMLMetaElement>('meta[name="ramal-storefront"]')?.content;
  return written ? (namesInside(JSON.parse(written)) as StorefrontPage) : undefined;
}
