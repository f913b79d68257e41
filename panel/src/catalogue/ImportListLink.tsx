import { IconFileImport } from '@tabler/icons-react';
import { LinkButton } from '../ui/LinkButton.tsx';

/** Link to the source lists. Shown in an empty list whose rows come from imports. */
export const ImportListLink = () => (
  <LinkButton
    to="/catalogue/{-$section}"
    params={{ section: 'listas' }}
    leftSection={<IconFileImport size={16} stroke={1.75} />}
  >
    Importar uma lista
  </LinkButton>
);
