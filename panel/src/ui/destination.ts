import type { LinkProps } from '@tanstack/react-router';

/** Where a link goes, in the router's own words, so that a screen's data is checked against the route table. */
export type Destination = Pick<LinkProps, 'to' | 'params' | 'search'>;
