/**
 * Shows one figure in a grid. The whole box is a link to the rows of the figure. The tooltip
 * contains the definition of the figure.
 */
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
  /** Name to show instead of the standard name of the figure. */
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
