/** The customer's page loads when the list is idle, because it has its own code. */
import { lazyComponent, useOpenedPart } from '../../foundation/lazy-component.tsx';
import type { CustomerPageProps } from './CustomerPage.tsx';

const Page = lazyComponent<CustomerPageProps>(
  async () => (await import('./CustomerPage.tsx')).CustomerPage,
);

type Props = Omit<CustomerPageProps, 'open'> & {
  readonly open: CustomerPageProps['open'] | undefined;
};

export function CustomerPage({ open, ...props }: Props) {
  const isLoaded = useOpenedPart(Page, open !== undefined);
  return isLoaded && open ? <Page {...props} open={open} /> : null;
}
