/** A figure of a grid: its box is a link to its rows, and its definition is the tooltip. */
import { type FigureKey, getFigureTexts } from '@ramal/contract/numbers/figures';
import type { Figure as FigureValue } from '@ramal/contract/numbers/numbers';
import type { ReactNode } from 'react';
import type { Destination } from '../ui/destination.ts';
import { Figure } from '../ui/Figure.tsx';
import { FigureLink } from '../ui/FigureLink.tsx';
import { findFigure, formatFigure } from './figures.ts';

interface NumberFigureProps {
  readonly figure: FigureKey;
  readonly figures: readonly FigureValue[];
  readonly to: Destination;
  /** Name, if it differs from the figure's own. */
  readonly label?: string;
  readonly value?: string;
  readonly note?: ReactNode;
}

export function NumberFigure({ figure, figures, to, note, ...shown }: NumberFigureProps) {
  const texts = getFigureTexts(figure);
  const { label = texts.label, value = formatFigure(findFigure(figures, figure)) } = shown;
  return (
    <Figure
      opens
      label={label}
      definition={texts.definition}
      value={
        <FigureLink to={to} name={`${label}: ${value}`} definition={texts.definition}>
          {value}
        </FigureLink>
      }
      note={note}
    />
  );
}
