/** Processes and databases of the installation, the release in use and its changelog. */
export { keepSigns, type SignsOfLife } from './keep-signs.ts';
export { nodeRoutes } from './nodes.routes.ts';
