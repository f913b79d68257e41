import { useIsPhone } from '../foundation/viewport.ts';
import { useAnnounceHeading, useBrandName } from '../ui/layout/page-heading.tsx';

const siblings = [
  { label: 'Tickets', to: '/ticket' },
  { label: 'Tickets do portal', to: '/ticket-portal' },
] as const;

/**
 * Heading of the mailbox. The panes begin at the top bar, so on the desktop only screen readers
 * read it.
 */
export function MailboxHeading({ portal }: { portal: boolean }) {
  const isPhone = useIsPhone();
  const brand = useBrandName();
  const title = portal ? 'Tickets do portal' : 'Listagem de Tickets';
  const phoneTitle = portal ? title : 'Tickets';
  useAnnounceHeading({
    title: phoneTitle,
    breadcrumb: [{ label: 'Atendimento' }, { label: phoneTitle }],
    back: undefined,
    wide: true,
    isForm: false,
    hasSearch: true,
    hasTools: true,
    siblings,
  });
  return (
    <>
      <title>{`${title} · ${brand}`}</title>
      {!isPhone && <h1 className="visually-hidden">{title}</h1>}
    </>
  );
}
