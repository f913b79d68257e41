import type { LinkProps } from '@tanstack/react-router';

/** Target of a link in the format of the router. TypeScript checks it against the route table. */
export type Destination = Pick<LinkProps, 'to' | 'params' | 'search'>;
