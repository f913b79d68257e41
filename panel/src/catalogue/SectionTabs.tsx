import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type SectionKey, sections } from './sections.ts';

/** The rooms of the catalogue as links; on the phone one row that scrolls, the chosen one in sight. */
export function SectionTabs({ current }: { current: SectionKey }) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && chosen)
      row.current.scrollLeft =
        chosen.offsetLeft - row.current.clientWidth / 2 + chosen.offsetWidth / 2;
  }, [current]);
  return (
    <nav className="section-tabs" aria-label="Catálogo">
      <ul ref={row}>
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
      </ul>
    </nav>
  );
}
