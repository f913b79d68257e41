import { useId } from 'react';
import type { ReactNode } from 'react';
import classes from './ChoiceTiles.module.css';
import { FieldError } from './FieldError.tsx';
import { Tile, Tiles } from './Tiles.tsx';

interface ChoiceTile {
  value: string;
  /** Main text of the tile: «0,6». */
  label: string;
  /** Explanation of the main text: «15 dias». */
  detail?: ReactNode;
  /** Tag such as «promoção». */
  tag?: string;
  disabled?: boolean;
}

interface ChoiceTilesProps {
  /** Name for screen readers. Sighted users read the title of the section instead. */
  label: string;
  value: string | undefined;
  options: readonly ChoiceTile[];
  onChange: (value: string) => void;
  error?: ReactNode;
  /**
   * True if the labels are names, not numbers. The font is then smaller, and the phone shows two
   * tiles per row.
   */
  names?: boolean;
  /**
   * True if the labels are words of a filter. The tiles then have the height of a button, with
   * three tiles per row.
   */
  words?: boolean;
  /** True if the tiles stay in one row that scrolls sideways. Their text begins at the left. */
  row?: boolean;
}

/**
 * Field that shows up to eight options as tiles: in one row on the desktop, and four per row on the
 * phone.
 */
export function ChoiceTiles({
  label,
  value,
  options,
  onChange,
  error,
  names = false,
  words = false,
  row = false,
}: ChoiceTilesProps) {
  const name = useId();
  const rest = options.length % 4;
  return (
    <div>
      <Tiles
        role="radiogroup"
        aria-label={label}
        data-error={error ? true : undefined}
        data-names={names || undefined}
        data-words={words || undefined}
        data-row={row || undefined}
        data-rest={(!names && !words && !row && rest) || undefined}
      >
        {options.map((option) => (
          <Tile key={option.value}>
            {option.tag && <span className={classes.tag}>{option.tag}</span>}
            <input
              type="radio"
              data-covers
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              // Makes a dialog focus the selected tile first. A focus ring on another tile would
              // look like a second selection.
              data-autofocus={option.value === value || undefined}
              onChange={() => onChange(option.value)}
            />
            <b>{option.label}</b>
            {option.detail && <span>{option.detail}</span>}
          </Tile>
        ))}
      </Tiles>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
