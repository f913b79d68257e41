/** Figures with example values, for an account that has none. */
import { Text } from '@mantine/core';
import { type FigureKey, getFigureTexts } from '@ramal/contract/numbers/figures';
import { Figure } from '../ui/Figure.tsx';
import { FigureGrid } from '../ui/FigureGrid.tsx';

export interface Example {
  readonly figure: FigureKey;
  readonly value: string;
  readonly note: string;
}

interface ExampleFiguresProps {
  readonly title: string;
  readonly figures: readonly Example[];
}

export const ExampleFigures = ({ title, figures }: ExampleFiguresProps) => (
  <section aria-label="Exemplo">
    <Text component="h2" fz="body" mb="sm">
      {title}
    </Text>
    <FigureGrid>
      {figures.map(({ figure, value, note }) => {
        const { label, definition } = getFigureTexts(figure);
        return (
          <Figure key={figure} label={label} value={value} note={note} definition={definition} />
        );
      })}
    </FigureGrid>
  </section>
);
