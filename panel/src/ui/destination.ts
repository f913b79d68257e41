import type { LinkProps } from '@tanstack/react-router';

/**
 * Target of a link in the router's format, so that a screen's data is checked against the route
 * table.
 */
export type Destination = Pick<LinkProps, 'to' | 'params' | 'search'>;
