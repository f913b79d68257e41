import { IconPlus } from '@tabler/icons-react';
import { LinkButton } from '../ui/LinkButton.tsx';

export function CreateResellerLink() {
  return (
    <LinkButton to="/reseller" leftSection={<IconPlus size={16} stroke={1.75} />}>
      Cadastrar revenda
    </LinkButton>
  );
}
