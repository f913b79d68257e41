/**
 * Page for an account without customers. Lists the figures that the account will see later, and
 * shows an example.
 */
import { Stack } from '@mantine/core';
import { IconTrendingUp } from '@tabler/icons-react';
import { soldPlatforms } from '../lines/platforms/sold-platforms.ts';
import { useProfile } from '../sessions/profile.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { type Example, ExampleFigures } from './ExampleFigures.tsx';

const example: readonly Example[] = [
  { figure: 'revenue', value: 'R$ 10.494,00', note: '312 clientes' },
  { figure: 'ticket', value: 'R$ 33,63', note: '10.494 ÷ 312' },
  { figure: 'churn', value: '7,5%', note: '22 de 293' },
  { figure: 'trial-conversion', value: '22,0%', note: '36 de 164' },
];

export function EmptyNumbers() {
  const { data: profile } = useProfile();
  const [platform] = profile ? soldPlatforms(profile) : [];
  return (
    <Stack gap="2xl">
      <Panel p={0}>
        <EmptyState
          icon={IconTrendingUp}
          title="Os números começam com o primeiro cliente"
          text="Aparecem aqui o que você recebe por mês, quem fica, quem sai e o que um teste traz. Cada número abre as linhas que ele conta."
          actions={
            platform && <LinkButton to={platform.createPath}>Criar o primeiro cliente</LinkButton>
          }
        />
      </Panel>
      <ExampleFigures title="Exemplo, com 312 clientes" figures={example} />
    </Stack>
  );
}
