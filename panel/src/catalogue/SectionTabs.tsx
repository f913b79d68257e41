import { Link } from '@tanstack/react-router';
import { LinkTabs } from '../ui/layout/LinkTabs.tsx';
import { type SectionKey, sections } from './sections.ts';

export const SectionTabs = ({ current }: { current: SectionKey }) => (
  <LinkTabs label="Catálogo" current={current}>
    {sections.map(({ key, label }) => (
      <li key={key}>
        <Link
          to="/catalogue/{-$section}"
          params={{ section: key }}
          search={{}}
          activeProps={{}}
          aria-current={key === current ? 'page' : undefined}
        >
          {label}
        </Link>
      </li>
    ))}
  </LinkTabs>
);
