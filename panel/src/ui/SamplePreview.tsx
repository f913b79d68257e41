/** Card «Como chega»: a message as a chosen customer receives it. */
import { Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Panel } from './layout/Panel.tsx';
import { PickMenu } from './PickMenu.tsx';

interface SamplePreviewProps<Sample> {
  /** Customers that can be chosen, at least one. */
  readonly samples: readonly Sample[];
  readonly children: (sample: Sample) => ReactNode;
}

export function SamplePreview<Sample extends { readonly name: string }>({
  samples,
  children,
}: SamplePreviewProps<Sample>) {
  const [chosen, setChosen] = useState('0');
  const sample = samples[Number(chosen)] ?? samples[0]!;
  return (
    <Panel label="Como chega" p="2xl">
      <Group component="header" gap="lg" justify="space-between" wrap="nowrap" mb="lg">
        <Text component="h2" inherit flex="none" fz="phone">
          Como chega
        </Text>
        <PickMenu
          label="Cliente"
          size="sm"
          value={String(samples.indexOf(sample))}
          options={samples.map(({ name }, index) => ({ value: String(index), label: name }))}
          onChange={setChosen}
        />
      </Group>
      {children(sample)}
    </Panel>
  );
}
