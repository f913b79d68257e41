/** Texts for customers that are the same for many lines: app links, addresses and short links. */
export { appLinksColumn, readAppLinks } from './app-links.ts';
export { HOW_TO_ENTER, HOW_TO_ENTER_IN_PORTAL } from './default-texts.ts';
export { fillPlaceholders, linkText, type LinkValues } from './link-texts.ts';
export { linkRoutes } from './links.routes.ts';
export { readPublishedLinks } from './published-links.ts';
