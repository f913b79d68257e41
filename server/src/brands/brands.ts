/** Names, colours and images of brands. The host of a request selects the brand. */
export { escapeAttribute, renderBrandPage } from './brand-page.ts';
export { isUnusedBrandPicture } from './brand-pictures.ts';
export { brandRoutes, serveBrandImages, serveInstallable } from './brands.routes.ts';
export { getBrands as brandsOf } from './find-brand.ts';
export { guardHosts } from './guard-hosts.ts';
export { drawMark } from './installable.ts';
export { getInstallationHosts, publicBaseUrl } from './installation-hosts.ts';
